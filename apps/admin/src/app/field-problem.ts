/**
 * A validation message as a sentence beside its field. The shared schemas say `is required`, because their callers name the
 * field in many ways; messages that are sentences already stay as they are.
 */
export function fieldProblem(label: string, error: { message?: string | undefined } | undefined): string | undefined {
  const message = error?.message;
  return message && /^[a-z]/.test(message) ? `${label} ${message}` : message;
}
