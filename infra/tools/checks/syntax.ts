/** A node of the syntax tree that vite's parser gives. */
export type Node = { type: string; start: number; end: number; [key: string]: unknown };

/** The node and all below it. */
export function* walk(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node)) {
    for (const part of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof (part as Node | null)?.type === 'string') yield* walk(part as Node);
    }
  }
}

/** The name of an identifier, or of a property that is written in quotes. */
export const nameIn = (node: unknown): string =>
  String((node as Node | null)?.['name'] ?? (node as Node | null)?.['value'] ?? '');
