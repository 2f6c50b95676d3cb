import { Webhook } from 'standardwebhooks';

/** A received call. */
export interface Received {
  at: string;
  method: string;
  /** `webhook-id`, or a tracker's `event_id`; empty if the call had neither. */
  id: string;
  /** True if an earlier call with this id got a successful reply. */
  repeat: boolean;
  /** Whether the signature is genuine; null if no secret is set. */
  verified: boolean | null;
  query: Record<string, string>;
  body: string;
  /** The status of the reply. */
  status: number;
}

interface Box {
  secret: string | undefined;
  status: number;
  received: Received[];
  ids: Set<string>;
}

const MAX_CALLS = 500;
const MAX_BOXES = 50;

/**
 * Simulates a service that receives webhooks and a tracker that receives conversions. It stores calls in memory, checks
 * signatures if a secret is set, recognises repeats by id, and can reply with a failure.
 */
export class Receiver {
  readonly #boxes = new Map<string, Box>();

  #box(name: string): Box {
    const existing = this.#boxes.get(name);
    if (existing) return existing;
    const box: Box = { secret: undefined, status: 204, received: [], ids: new Set() };
    this.#boxes.set(name, box);
    if (this.#boxes.size > MAX_BOXES) {
      const oldest = this.#boxes.keys().next();
      if (!oldest.done) this.#boxes.delete(oldest.value);
    }
    return box;
  }

  names(): string[] {
    return [...this.#boxes.keys()];
  }

  list(name: string): readonly Received[] {
    return this.#boxes.get(name)?.received ?? [];
  }

  getSettings(name: string): { status: number; hasSecret: boolean } {
    const box = this.#boxes.get(name);
    return { status: box?.status ?? 204, hasSecret: box?.secret !== undefined };
  }

  /**
   * @param status the status of later replies
   * @param secret verifies signatures: `whsec_…`
   */
  set(name: string, { status, secret }: { status?: number | undefined; secret?: string | undefined }): void {
    const box = this.#box(name);
    if (status !== undefined) box.status = status;
    if (secret !== undefined) box.secret = secret;
  }

  /** @returns the status of the reply */
  receive(
    name: string,
    call: { method: string; headers: Record<string, string>; query: Record<string, string>; body: string; at: Date },
  ): number {
    const box = this.#box(name);
    const { method, headers, query, body } = call;
    const id = headers['webhook-id'] ?? query.event_id ?? '';
    box.received.unshift({
      at: call.at.toISOString(),
      method,
      id,
      repeat: id !== '' && box.ids.has(id),
      verified: box.secret === undefined ? null : isGenuine(box.secret, body, headers),
      query,
      body,
      status: box.status,
    });
    box.received.length = Math.min(box.received.length, MAX_CALLS);
    // After a failed reply the sender repeats the call, so the call does not count as received.
    if (id !== '' && box.status < 300) box.ids.add(id);
    return box.status;
  }
}

function isGenuine(secret: string, body: string, headers: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}
