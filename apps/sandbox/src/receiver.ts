import { Webhook } from 'standardwebhooks';

/** What came for one box, newest first. */
export interface Received {
  at: string;
  method: string;
  /** `webhook-id`; a tracker's `event_id`; empty where the call had neither. */
  id: string;
  /** Had the box got it before? */
  repeat: boolean;
  /** null: nobody told the box its secret. */
  verified: boolean | null;
  query: Record<string, string>;
  body: string;
  /** What was answered. */
  status: number;
}

interface Box {
  secret: string | undefined;
  status: number;
  received: Received[];
  ids: Set<string>;
}

const KEPT = 500;
const BOXES = 50;

/**
 * A service that gets webhooks, and a tracker that gets conversions: it keeps what came, checks signatures where it was
 * told the secret, knows repeats by their ids, and can be told to fail. In memory.
 */
export class Receiver {
  readonly #boxes = new Map<string, Box>();

  #box(name: string): Box {
    const there = this.#boxes.get(name);
    if (there) return there;
    const box: Box = { secret: undefined, status: 204, received: [], ids: new Set() };
    this.#boxes.set(name, box);
    if (this.#boxes.size > BOXES) {
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

  settingsOf(name: string): { status: number; hasSecret: boolean } {
    const box = this.#boxes.get(name);
    return { status: box?.status ?? 204, hasSecret: box?.secret !== undefined };
  }

  /** @param status what it answers from now on @param secret what it checks signatures with: `whsec_…` */
  set(name: string, { status, secret }: { status?: number | undefined; secret?: string | undefined }): void {
    const box = this.#box(name);
    if (status !== undefined) box.status = status;
    if (secret !== undefined) box.secret = secret;
  }

  /** @returns the status to answer */
  take(
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
    box.received.length = Math.min(box.received.length, KEPT);
    // What was answered with a failure counts as not taken: it comes again.
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
