import { actionLabel, nounLabel } from '@inaam/contracts/audit/actions';
import { auditListInput } from '@inaam/contracts/audit/audit-log';
import { periodOptions } from '../../lists/common-choices.ts';
import type { Filters } from '../../lists/filters.ts';
import { defineListSearch } from '../../lists/list-search.ts';

export const auditSearch = defineListSearch(auditListInput, [25, 50, 100, 200]);
export type AuditState = typeof auditSearch.defaults;

const DELAY_MS = 300;

/**
 * A filter option with its label.
 * @param action an action, or a noun for all actions on that noun
 */
export const toActionOption = (action: string): { value: string; label: string } => ({
  value: action,
  label: actionLabel(action),
});

/** For each noun, an option for all of its actions, then one option per action. */
export function actionOptions(actions: readonly string[]): { value: string; label: string }[] {
  const nouns = [...new Set(actions.map((action) => action.split('.')[0] ?? action))];
  return nouns.flatMap((noun) => {
    const verbs = actions.filter((action) => action.startsWith(`${noun}.`));
    return [{ value: noun, label: `All about ${nounLabel(noun)}` }, ...verbs.map(toActionOption)];
  });
}

/** @param actions the actions in the log, and the action in a shared link */
export const auditFilters = (actions: readonly { value: string; label: string }[]): Filters<AuditState> => ({
  search: { label: 'Search the audit log', placeholder: 'Search name, action, note', delayMs: DELAY_MS },
  texts: [
    { name: 'actor', label: 'Who', placeholder: 'Who', delayMs: DELAY_MS },
    { name: 'subject', label: 'Subject', placeholder: 'Subject', delayMs: DELAY_MS },
    { name: 'ip', label: 'IP address', placeholder: 'IP address', delayMs: DELAY_MS },
  ],
  more: ['subject', 'ip'],
  choices: [
    { name: 'action', label: 'Action', options: [{ value: '', label: 'All actions' }, ...actions] },
    {
      name: 'dateRange',
      label: 'Date',
      options: periodOptions,
    },
  ],
});
