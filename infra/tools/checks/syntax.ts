/** A node of the syntax tree of vite's parser. */
export type Node = { type: string; start: number; end: number; [key: string]: unknown };

/** Yields the node and all its descendants. */
export function* walk(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node)) {
    for (const part of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof (part as Node | null)?.type === 'string') yield* walk(part as Node);
    }
  }
}

/** The name of an identifier or of a quoted property. */
export const nameIn = (node: unknown): string =>
  String((node as Node | null)?.['name'] ?? (node as Node | null)?.['value'] ?? '');
