import type { FraudUser } from '@inaam/contracts/fraud/fraud';
import { Button } from '@inaam/ui/button';
import { TabPanel, Tabs } from '@inaam/ui/tabs';
import { keepPreviousData, useIsMutating } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useIsAllowed } from '../../app/allowed.tsx';
import { isModalOpen, useKeys } from '../../app/keyboard.ts';
import { usePageActions } from '../../app/page-actions.ts';
import { trpc } from '../../app/trpc.ts';
import { ExportLink } from '../../lists/export-link.tsx';
import { FilterBar } from '../../lists/filter-bar.tsx';
import { activeFilters } from '../../lists/filters.ts';
import { FoldFigures, useFoldedFigures } from '../../lists/fold-figures.tsx';
import { StaleBanner } from '../../lists/list-body.tsx';
import { getCoverage, noSelection } from '../../lists/selection.ts';
import { formatTotal } from '../../lists/total.tsx';
import { useListState } from '../../lists/use-list-state.ts';
import { useSelection } from '../../lists/use-selection.ts';
import { BandHeader } from '../../page/page-header.tsx';
import { fullName } from '../users/parts/full-name.ts';
import { type SelectedSource, SourceBulkBar } from './bulk-sources.tsx';
import { EvidencePanel } from './evidence-panel.tsx';
import { fraudFilters, fraudSearch, tabIds } from './fraud-search.ts';
import { FraudStats } from './fraud-stats.tsx';
import { selectionMessages, tabWords } from './fraud-words.ts';
import { type Outcome, OutcomeBanner } from './outcome.tsx';
import { FraudBulkBar } from './parts/bulk-actions.tsx';
import { fraudActionTexts } from './parts/fraud-actions.ts';
import { ActionBanner, undoKey, useBusyLabel } from './parts/use-fraud-action.ts';
import { type PendingAction, PendingActionDialog } from './pending-action-dialog.tsx';
import { deviceColumns, ipColumns } from './source-columns.tsx';
import { parsePanelParam, toPanelParam } from './subject.ts';
import { getPaging, TabList } from './tab-list.tsx';

import { userColumns } from './user-columns.tsx';

const exportNames = { users: 'fraud', ips: 'fraud-ips', devices: 'fraud-devices' } as const;

export function FraudScreen() {
  const list = useListState(fraudSearch);
  const { tab: _tab, ...input } = list.input;
  const { tab } = list.state;
  const query = trpc.admin.fraud.list.useQuery(input, { placeholderData: keepPreviousData });
  const { data } = query;
  const running = useBusyLabel();
  const mayAct = useIsAllowed()('admin.fraud.act');
  const [pending, setPending] = useState<PendingAction>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [undo, setUndo] = useState<() => void>();
  const { selection, setSelection } = useSelection(list.input);
  const fold = useFoldedFigures();
  const [wantsAll, setWantsAll] = useState(false);
  const isUndoing = useIsMutating({ mutationKey: undoKey }) > 0;
  useEffect(() => {
    // An Undo makes the banner outdated.
    if (isUndoing) setOutcome(undefined);
  }, [isUndoing]);

  const users = data?.recentRegistrations ?? [];
  const keys = users.map(({ user_id }) => user_id);
  const chosen = users.filter(({ user_id }) => selection.keys.has(user_id));
  const total = data?.pagination.user_total ?? 0;
  const isWholePageSelected = getCoverage(selection, keys) === 'all' && total > keys.length;
  const matching = wantsAll && isWholePageSelected;
  const clearSelection = () => {
    setSelection(noSelection);
    setWantsAll(false);
  };

  const sourcesByKind = {
    ip: (data?.suspiciousIPs ?? []).map((row): SelectedSource => ({ ...row, key: row.ip_address })),
    device: (data?.suspiciousDevices ?? []).map((row): SelectedSource => ({ ...row, key: row.device_fingerprint })),
  };
  /** The bulk bar for IP addresses or devices, and the checkboxes of their rows. */
  const getSourceSelection = (kind: 'ip' | 'device') => {
    const sources = sourcesByKind[kind].filter(({ key }) => selection.keys.has(key));
    return {
      bar: mayAct && (
        <SourceBulkBar
          kind={kind}
          chosen={sources}
          onClear={clearSelection}
          onAct={(direction) => setPending({ kind: 'sources', subjectKind: kind, sources, direction })}
        />
      ),
      selectable: { selection, onSelect: setSelection },
    };
  };

  const onPanel = (panel: string) => list.setPanel(panel);
  const actions = {
    running,
    onOpen: onPanel,
    onFlag: (user: FraudUser, direction: 'flag' | 'unflag') =>
      setPending({ kind: 'flag', user: { user_id: user.user_id, name: fullName(user), email: user.email }, direction }),
    onBlock: (subject: { kind: 'ip' | 'device'; key: string }, direction: 'block' | 'unblock') =>
      setPending({ kind: 'block', subject, direction }),
  };
  const confirmForSelected = (direction: 'flag' | 'unflag') => {
    setOutcome(undefined);
    if (matching) {
      const filters = activeFilters(fraudFilters.users, list.state, list.search.defaults).map(({ label }) => label);
      setPending({ kind: 'matching', expected: total, state: list.state, filters, direction });
    } else if (chosen.length > 0)
      setPending({
        kind: 'bulk',
        users: chosen.map((user) => ({ ...user, name: fullName(user) })),
        direction,
      });
    else
      setOutcome({
        kind: 'problem',
        title: selectionMessages[direction],
        hint: 'Select users in the list first.',
      });
  };
  const flagSelected = mayAct && tab === 'users';
  usePageActions(
    flagSelected
      ? [
          {
            id: 'flag-selected',
            label: fraudActionTexts.bulk_flag_users.label,
            hint: '!',
            run: () => confirmForSelected('flag'),
          },
          {
            id: 'unflag-selected',
            label: fraudActionTexts.bulk_unflag_users.label,
            hint: '-',
            run: () => confirmForSelected('unflag'),
          },
        ]
      : [],
  );
  const confirmByKey = (direction: 'flag' | 'unflag') => {
    if (!flagSelected || isModalOpen()) return false;
    return confirmForSelected(direction);
  };
  useKeys({ '!': () => confirmByKey('flag'), '-': () => confirmByKey('unflag') });

  const queues = {
    users: users.map(({ user_id }) => toPanelParam({ kind: 'user', key: user_id })),
    ips: (data?.suspiciousIPs ?? []).map(({ ip_address }) => toPanelParam({ kind: 'ip', key: ip_address })),
    devices: (data?.suspiciousDevices ?? []).map(({ device_fingerprint }) =>
      toPanelParam({ kind: 'device', key: device_fingerprint }),
    ),
  };
  const subject = parsePanelParam(list.panel);
  const listProps = { list, query };
  const hasFigures = Boolean(data) || !query.error;

  return (
    <div className="grid grid-cols-1 gap-2 sm:gap-3">
      <BandHeader
        band="fraud"
        title="Fraud Detection"
        toggle={hasFigures && <FoldFigures {...fold} />}
        action={
          <>
            <ExportLink name={exportNames[tab]} list={{ ...list, input }} pagination={data && getPaging(data, tab)} />
            <Button
              busy={query.isFetching}
              busyLabel="Searching..."
              onClick={() => void query.refetch()}
              icon={<RefreshCw aria-hidden className="size-4" />}
            >
              Refresh Data
            </Button>
          </>
        }
      />
      {outcome && <OutcomeBanner outcome={outcome} onUndo={undo} onDismiss={() => setOutcome(undefined)} />}
      <StaleBanner words={tabWords[tab].words} query={query} />
      {!fold.isFolded && hasFigures && <FraudStats stats={data?.stats} />}
      <FilterBar list={list} filters={fraudFilters[tab]} />
      <Tabs
        label="Users, addresses and devices"
        value={tab}
        onChange={(next) => list.change({ tab: next })}
        tabs={tabIds.map((id) => ({
          id,
          label: tabWords[id].title,
          ...(data && { count: formatTotal(getPaging(data, id)) }),
        }))}
      >
        <TabPanel id="users" className="grid grid-cols-1 gap-3 pt-3!">
          {selection.keys.size > 0 && (
            <FraudBulkBar
              chosen={chosen.length}
              matching={matching}
              total={total}
              onMatching={isWholePageSelected ? () => setWantsAll(true) : undefined}
              onClear={clearSelection}
              onAct={confirmForSelected}
            />
          )}
          <TabList
            {...listProps}
            tab="users"
            {...tabWords.users}
            columns={userColumns(actions)}
            getRows={(all) => all.recentRegistrations}
            rowKey={({ user_id }) => user_id}
            selectable={{
              selection,
              onSelect: (next) => {
                setSelection(next);
                setWantsAll(false);
              },
              getName: fullName,
            }}
          />
        </TabPanel>
        <TabPanel id="ips" className="grid grid-cols-1 gap-3 pt-3!">
          {getSourceSelection('ip').bar}
          <TabList
            {...listProps}
            tab="ips"
            {...tabWords.ips}
            columns={ipColumns(actions)}
            getRows={(all) => all.suspiciousIPs}
            rowKey={({ ip_address }) => ip_address}
            selectable={
              mayAct ? { ...getSourceSelection('ip').selectable, getName: ({ ip_address }) => ip_address } : undefined
            }
          />
        </TabPanel>
        <TabPanel id="devices" className="grid grid-cols-1 gap-3 pt-3!">
          {getSourceSelection('device').bar}
          <TabList
            {...listProps}
            tab="devices"
            {...tabWords.devices}
            columns={deviceColumns(actions)}
            getRows={(all) => all.suspiciousDevices}
            rowKey={({ device_fingerprint }) => device_fingerprint}
            selectable={
              mayAct
                ? {
                    ...getSourceSelection('device').selectable,
                    getName: ({ device_fingerprint }) => device_fingerprint,
                  }
                : undefined
            }
          />
        </TabPanel>
      </Tabs>
      {subject && (
        <EvidencePanel
          subject={subject}
          queue={queues[tab]}
          onPanel={(panel) => list.setPanel(panel, true)}
          onClose={() => list.setPanel(undefined)}
          actions={{
            running,
            onOpen: (next) => onPanel(toPanelParam(next)),
            onFlag: (user, direction) => setPending({ kind: 'flag', user, direction }),
            onBlock: actions.onBlock,
            onFlagAll: (all) => setPending({ kind: 'bulk', users: all, direction: 'flag' }),
          }}
        />
      )}
      {pending && (
        // An open panel covers the banner, so a toast confirms the action instead.
        <ActionBanner value={subject ? undefined : (undoAction) => setUndo(() => undoAction)}>
          <PendingActionDialog
            pending={pending}
            onClose={() => setPending(undefined)}
            onDone={(result) => {
              const names = new Map(users.map((user) => [user.user_id, fullName(user)]));
              setOutcome(subject ? undefined : { kind: 'done', result, names });
              if (pending.kind !== 'flag' && pending.kind !== 'block') clearSelection();
            }}
          />
        </ActionBanner>
      )}
    </div>
  );
}
