import { formatCount } from '@inaam/contracts/common/format';
import { MAX_BATCH } from '@inaam/contracts/vouchers/vouchers';
import { toast } from '@inaam/ui/toaster';
import { useState } from 'react';
import { errorText } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';
import { type VoucherValues, voucherInput } from './voucher-form.ts';

export interface Import {
  progress: Imported | undefined;
  running: boolean;
  /** Why it stopped before the end; another start goes on from there. */
  failed: string | undefined;
  start: (values: VoucherValues, codes: readonly string[]) => Promise<void>;
  reset: () => void;
}

/** Saves checked codes in batches; one summary at the end. */
export function useImport(onDone: () => void): Import {
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.admin.vouchers.create.useMutation();
  const [progress, setProgress] = useState<Imported>();
  const [running, setRunning] = useState(false);
  const [failed, setFailed] = useState<string>();

  const start = async (values: VoucherValues, codes: readonly string[]) => {
    setRunning(true);
    setFailed(undefined);
    try {
      const send = (batch: string[]) => mutateAsync(voucherInput(values, batch));
      const { created, skipped } = await sendInBatches(codes, MAX_BATCH, send, setProgress, progress);
      toast.success(`${formatCount(created)} added, ${formatCount(skipped)} skipped`);
      onDone();
    } catch (error) {
      setFailed(errorText(error, 'The server could not be reached.'));
    } finally {
      setRunning(false);
      await utils.admin.invalidate();
    }
  };
  const reset = () => {
    setProgress(undefined);
    setFailed(undefined);
  };
  return { progress, running, failed, start, reset };
}

export interface Imported {
  /** Codes that the server has answered for, of `total`. */
  sent: number;
  total: number;
  created: number;
  skipped: number;
}

/**
 * Sends codes batch by batch, each saved by itself.
 * @param from what an earlier try has done; it goes on behind that
 * @param onProgress after each batch; when `send` throws, the last one told is what was saved
 */
export async function sendInBatches(
  codes: readonly string[],
  size: number,
  send: (batch: string[]) => Promise<{ created: number; skipped: number }>,
  onProgress: (imported: Imported) => void,
  from: Imported = { sent: 0, total: codes.length, created: 0, skipped: 0 },
): Promise<Imported> {
  let done = from;
  while (done.sent < codes.length) {
    const batch = codes.slice(done.sent, done.sent + size);
    // One after the other: a progress that can be trusted, and a server that is not crowded.
    const { created, skipped } = await send(batch);
    done = {
      sent: done.sent + batch.length,
      total: codes.length,
      created: done.created + created,
      skipped: done.skipped + skipped,
    };
    onProgress(done);
  }
  return done;
}
