import { recordPreferences, toPreferencePatch } from '@inaam/contracts/preferences/change';
import { type PreferenceInput, type Preferences, preferences } from '@inaam/contracts/preferences/preferences';
import type { AdminActor } from '../../kernel/actor.ts';
import type { CommandContext } from '../../kernel/command.ts';
import type { Kernel } from '../../kernel/kernel.ts';

/** Returns an admin's preferences, with defaults for missing values. If a stored value is invalid, all are defaults. */
export async function getPreferences(kernel: Kernel, adminId: number): Promise<Preferences> {
  const [row] = await kernel.read(
    (_, sql) => sql<{ preferences: unknown }[]>`
      select preferences from admin_preferences where admin_id = ${adminId}`,
  );
  const read = preferences.safeParse(row?.preferences ?? {});
  return read.success ? read.data : preferences.parse({});
}

/** Changes one of an admin's preferences. */
export async function setPreference(
  { kernel, actor }: CommandContext<object, AdminActor>,
  input: PreferenceInput,
): Promise<void> {
  const patch = JSON.stringify(toPreferencePatch(input));
  // `||` replaces whole top-level keys. A preference that is a record must be merged, so that other entries remain.
  await kernel.runIdempotent(
    (sql) => sql`
      insert into admin_preferences as p (admin_id, preferences) values (${actor.id}, ${patch}::text::jsonb)
      on conflict (admin_id) do update set preferences = p.preferences || excluded.preferences || coalesce((
        select jsonb_object_agg(name, coalesce(p.preferences -> name, '{}') || (excluded.preferences -> name))
        from unnest(${[...recordPreferences]}::text[]) name where excluded.preferences ? name), '{}')`,
  );
}
