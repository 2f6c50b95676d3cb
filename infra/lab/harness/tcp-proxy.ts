import { createServer, type Socket, connect as tcpConnect } from 'node:net';

/** Conditions of the network between two programs. */
export type NetworkConditions =
  | { kind: 'clear' }
  /** Nothing arrives and nothing is reset. New connections are never answered. */
  | { kind: 'silent' }
  /** Delays each direction by half of `ms`. */
  | { kind: 'slow'; ms: number }
  /**
   * Cuts the connection at some messages: before a `request` is forwarded, before a `reply` is forwarded, or in the
   * middle of a reply (`half reply`). Applies to one message in `every`, and to each that contains `holding`.
   */
  | { kind: 'cut'; what: 'request' | 'reply' | 'half reply'; every: number; holding?: string };

/** Simulates a network in front of a port of this machine. */
export interface TcpProxy {
  port: number;
  set(conditions: NetworkConditions): void;
  /** Number of connections that the proxy has cut. */
  cuts(): number;
  close(): Promise<void>;
}

export async function startTcpProxy(target: () => number): Promise<TcpProxy> {
  let conditions: NetworkConditions = { kind: 'clear' };
  let cuts = 0;
  let messages = 0;
  const pairs = new Set<{ near: Socket; far: Socket; isDeaf: boolean }>();

  function isCut(direction: 'request' | 'reply', data: Buffer): boolean {
    if (conditions.kind !== 'cut' || (conditions.what === 'request') !== (direction === 'request')) return false;
    messages++;
    const { every, holding } = conditions;
    return messages % every === 0 || (holding !== undefined && data.includes(holding));
  }

  const server = createServer({ noDelay: true }, (near) => {
    const far = tcpConnect({ host: '127.0.0.1', port: target(), noDelay: true });
    // A connection that was opened in a silence stays silent for ever, like one that a firewall has forgotten.
    const pair = { near, far, isDeaf: conditions.kind === 'silent' };
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    const forward = (from: Socket, to: Socket, direction: 'request' | 'reply') => {
      let last = Promise.resolve();
      from.on('data', (data) => {
        if (pair.isDeaf) return;
        if (isCut(direction, data)) {
          cuts++;
          if (conditions.kind === 'cut' && conditions.what === 'half reply')
            to.write(data.subarray(0, data.length >> 1));
          // Sends what the socket has accepted, then closes both sides.
          return void setImmediate(end);
        }
        if (conditions.kind !== 'slow') {
          last = last.then(() => void to.write(data));
          return;
        }
        const arrival = new Promise<void>((resolve) =>
          setTimeout(resolve, conditions.kind === 'slow' ? conditions.ms / 2 : 0),
        );
        last = last.then(() => arrival).then(() => void to.write(data));
      });
      from.on('error', () => {});
      // The end is not forwarded over a silent connection either.
      from.on('close', () => !pair.isDeaf && void last.then(end));
    };
    forward(near, far, 'request');
    forward(far, near, 'reply');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    set(next) {
      conditions = next;
      if (next.kind === 'silent') for (const pair of pairs) pair.isDeaf = true;
    },
    cuts: () => cuts,
    async close() {
      for (const { near, far } of pairs) {
        near.destroy();
        far.destroy();
      }
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
