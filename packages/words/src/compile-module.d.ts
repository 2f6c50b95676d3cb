declare module '@messageformat/core/compile-module.js' {
  /** The source of a module whose default export has the messages, as functions. */
  export default function compileModule(format: object, messages: object): string;
}
