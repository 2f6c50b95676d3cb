import type { PreferenceInput, Preferences } from './preferences.ts';

/** Preferences with a record as value. A change replaces one entry of the record. */
export const recordPreferences = ['hidden_columns', 'folded_figures', 'setup_steps'] as const;

/** Returns preferences that contain only the change. */
export function toPreferencePatch(input: PreferenceInput): Partial<Preferences> {
  if (input.name === 'hidden_columns') return { hidden_columns: { [input.list]: input.value } };
  if (input.name === 'folded_figures') return { folded_figures: { [input.list]: input.value } };
  if (input.name === 'setup_steps') return { setup_steps: { [input.network_id]: input.value } };
  return { [input.name]: input.value };
}

/** Applies one change. */
export function changePreferences(old: Preferences, input: PreferenceInput): Preferences {
  const patch = toPreferencePatch(input);
  return {
    ...old,
    ...patch,
    hidden_columns: { ...old.hidden_columns, ...patch.hidden_columns },
    folded_figures: { ...old.folded_figures, ...patch.folded_figures },
    setup_steps: { ...old.setup_steps, ...patch.setup_steps },
  };
}
