import type { Kernel } from '../../kernel/kernel.ts';
import { refuseLost, reseal } from '../../kernel/reseal.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { inputPlace } from './record.ts';

/**
 * Reseals the inputs of waiting requests that an older key sealed. @returns how many were resealed
 * @throws Error when some cannot be opened: their requests have to be made again
 */
export async function resealRequests({ kernel, secrets }: { kernel: Kernel; secrets: SecretBox }): Promise<number> {
  const rows = await kernel.read(
    (_, sql) => sql<{ id: number; kind: string; same_as: string; sealed_input: string }[]>`
      select id, kind, same_as, sealed_input from approvals where status = 'waiting'`,
  );
  const result = await reseal(
    secrets,
    rows.map(({ id, kind, same_as, sealed_input: stored }) => ({
      stored,
      place: inputPlace(kind, same_as),
      replace: (anew) =>
        kernel.move(
          (sql) => sql`update approvals set sealed_input = ${anew} where id = ${id} and sealed_input = ${stored}`,
        ),
    })),
  );
  refuseLost(result, 'requests that wait for a second person');
  return result.sealed;
}
