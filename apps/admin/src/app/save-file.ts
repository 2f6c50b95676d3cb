/**
 * Downloads a text as a file.
 * @param type the media type, such as `text/csv`
 */
export function saveFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser does not report when the download has started, so the URL is kept for a minute.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
