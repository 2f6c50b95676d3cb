/** The part of a list's URL that a view saves: filters, order and page size, without page and panel. */
export function viewSearch(searchStr: string): string {
  const params = new URLSearchParams(searchStr);
  params.delete('page');
  params.delete('panel');
  return params.toString();
}

/**
 * A list is named after its page: `/admin/offers` is `offers`. IDs are left out, so the inboxes of all networks share
 * their views.
 */
export const listName = (pathname: string): string =>
  pathname
    .split('/')
    .filter((segment) => segment !== '' && !/^\d+$/.test(segment))
    .at(-1) ?? '';
