import { createServer, type Socket, connect as tcpConnect } from 'node:net';

/** What the network between two programs does. */
export type NetworkConditions =
  | { kind: 'clear' }
  /** Nothing arrives, and nothing is reset; whoever connects is never answered. */
  | { kind: 'silent' }
  /** Each way takes half of `ms`. */
  | { kind: 'slow'; ms: number }
  /**
   * Some messages end their connection: `request` before it is handed on, `reply` once the answer is here and before it
   * is handed back, `half reply` in the middle of it. One message in `every`, and each that holds `holding`.
   */
  | { kind: 'cut'; what: 'request' | 'reply' | 'half reply'; every: number; holding?: string };

/** A network that does as it is told, in front of a port of this machine. */
export interface TcpProxy {
  port: number;
  set(weather: NetworkConditions): void;
  /** How many connections it has cut. */
  cuts(): number;
  close(): Promise<void>;
}

export async function startTcpProxy(target: () => number): Promise<TcpProxy> {
  let weather: NetworkConditions = { kind: 'clear' };
  let cuts = 0;
  let messages = 0;
  const pairs = new Set<{ near: Socket; far: Socket; isDeaf: boolean }>();

  function isCut(direction: 'request' | 'reply', data: Buffer): boolean {
    if (weather.kind !== 'cut' || (weather.what === 'request') !== (direction === 'request')) return false;
    messages++;
    const { every, holding } = weather;
    return messages % every === 0 || (holding !== undefined && data.includes(holding));
  }

  const server = createServer({ noDelay: true }, (near) => {
    const far = tcpConnect({ host: '127.0.0.1', port: target(), noDelay: true });
    // Deaf for ever: after such a silence no firewall knows the connection any more.
    const pair = { near, far, isDeaf: weather.kind === 'silent' };
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    const hand = (from: Socket, to: Socket, direction: 'request' | 'reply') => {
      let last = Promise.resolve();
      from.on('data', (data) => {
        if (pair.isDeaf) return;
        if (isCut(direction, data)) {
          cuts++;
          if (weather.kind === 'cut' && weather.what === 'half reply') to.write(data.subarray(0, data.length >> 1));
          // What the socket has taken goes out first; then the connection is gone on both sides.
          return void setImmediate(end);
        }
        if (weather.kind !== 'slow') {
          last = last.then(() => void to.write(data));
          return;
        }
        const arrival = new Promise<void>((resolve) =>
          setTimeout(resolve, weather.kind === 'slow' ? weather.ms / 2 : 0),
        );
        last = last.then(() => arrival).then(() => void to.write(data));
      });
      from.on('error', () => {});
      // A deaf connection hears no end either.
      from.on('close', () => !pair.isDeaf && void last.then(end));
    };
    hand(near, far, 'request');
    hand(far, near, 'reply');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    set(next) {
      weather = next;
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
