import { changePreferences } from '@inaam/contracts/preferences/change';
import type { PreferenceInput, Preferences } from '@inaam/contracts/preferences/preferences';
import { toast } from '@inaam/ui/toaster';
import { getErrorText } from './errors.ts';
import { trpc } from './trpc.ts';

const defaultPreferences: Preferences = {
  hidden_columns: {},
  folded_figures: {},
  density: 'comfortable',
  digest: false,
  toured: true,
  setup_steps: {},
  checklist_hidden: true,
};

/**
 * The admin's preferences and their setter. A change shows at once and is reverted if the server refuses it. Defaults
 * apply until the preferences are loaded.
 */
export function usePreferences(): {
  preferences: Preferences;
  /** True until the server responds for the first time. */
  isLoading: boolean;
  set: (input: PreferenceInput) => void;
} {
  const utils = trpc.useUtils();
  const { data, isLoading } = trpc.admin.preferences.get.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const preferences: Preferences = { ...defaultPreferences, ...data };
  const mutation = trpc.admin.preferences.set.useMutation({
    onError: (error) => {
      toast.error('The setting was not saved', { description: getErrorText(error, 'Please try again.') });
      void utils.admin.preferences.get.invalidate();
    },
  });
  return {
    preferences,
    isLoading,
    set: (input) => {
      utils.admin.preferences.get.setData(undefined, (old) =>
        changePreferences({ ...defaultPreferences, ...old }, input),
      );
      mutation.mutate(input);
    },
  };
}
