import type { SavedView } from '@inaam/contracts/saved-views/saved-views';
import { toast } from '@inaam/ui/toaster';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { getErrorText } from '../app/errors.ts';
import { parseSearch } from '../app/search-params.ts';
import { trpc } from '../app/trpc.ts';
import { listName, viewSearch } from './view-search.ts';

const FRESH_MS = 60_000;

/**
 * The admin's saved views of this page's list. The default view applies if the list opens without filters.
 * @param unfilteredQuery the query string of the list without filters: '', or `tab=inbox` for a list in a tab
 */
export function useViews(unfilteredQuery: string) {
  const location = useLocation();
  // Read only once: while another page loads, the URL already belongs to that page.
  const [list] = useState(() => listName(location.pathname));
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const query = trpc.admin.views.list.useQuery({ list }, { staleTime: FRESH_MS });
  const refresh = () => utils.admin.views.list.invalidate({ list });
  const save = trpc.admin.views.save.useMutation({ onSuccess: refresh });
  const setDefault = trpc.admin.views.setDefault.useMutation({
    onSuccess: refresh,
    onError: (error) =>
      toast.error('The default view was not changed', { description: getErrorText(error, TRY_AGAIN) }),
  });
  const remove = trpc.admin.views.delete.useMutation({
    onSuccess: refresh,
    onError: (error) => toast.error('The view was not deleted', { description: getErrorText(error, TRY_AGAIN) }),
  });

  const views = query.data?.views ?? [];
  const apply = (search: string, replace = false) =>
    // The type of the search depends on the route, which is unknown here; the route's `validateSearch` parses the
    // value.
    void navigate({
      to: '.',
      search: parseSearch(search) as never,
      replace,
      state: { asIs: true },
      resetScroll: false,
    });

  const isUnfiltered = location.searchStr.replace(/^\?/, '') === unfilteredQuery;
  const usesDefault = isUnfiltered && !location.state.asIs && listName(location.pathname) === list;
  const defaultSearch = usesDefault ? views.find(({ is_default }) => is_default)?.search : undefined;
  useEffect(() => {
    if (defaultSearch) {
      void navigate({ to: '.', search: parseSearch(defaultSearch) as never, replace: true, state: { asIs: true } });
    }
  }, [defaultSearch, navigate]);

  const search = viewSearch(location.searchStr);
  return {
    /** The list's name. */
    list,
    query,
    views,
    /** The query string that a new view would save. */
    search,
    current: views.find((view) => view.search === search),
    getAddress: (view: SavedView) =>
      `${window.location.origin}${location.pathname}${view.search === '' ? '' : `?${view.search}`}`,
    apply,
    save,
    saveAs: (name: string, onSaved: () => void) => save.mutate({ list, name, search }, { onSuccess: onSaved }),
    setDefault: (view: SavedView) => setDefault.mutate({ view_id: view.view_id, is_default: !view.is_default }),
    remove: (view: SavedView) =>
      remove.mutate(
        { view_id: view.view_id },
        {
          onSuccess: () =>
            toast.success(`View “${view.name}” deleted`, {
              action: {
                label: 'Undo',
                onClick: () => save.mutate({ list, name: view.name, search: view.search, is_default: view.is_default }),
              },
            }),
        },
      ),
  };
}

const TRY_AGAIN = 'Please try again.';
