import { formatDateTime } from '@inaam/contracts/common/time';
import type { PostbackDetail } from '@inaam/contracts/postbacks/inbox';
import { Button } from '@inaam/ui/button';
import { Dialog } from '@inaam/ui/dialog';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '../../app/trpc.ts';
import { Loadable } from '../../page/loadable.tsx';
import { MatchClick } from './match-click.tsx';
import { EntryStory } from './postback-story.tsx';
import { ReplayOne } from './replay-postback.tsx';

/** One call's whole story, and what can be done about it. */
export function EntryPanel({ postbackId, onClose }: { postbackId: number; onClose: () => void }) {
  const query = trpc.admin.postbacks.get.useQuery({ postback_id: postbackId });
  const [asking, setAsking] = useState<'replay' | 'match'>();
  const { data } = query;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      place="side"
      wide
      title={`Call ${postbackId}`}
      {...(data && { description: `${data.network}, ${formatDateTime(data.received_at)} IST` })}
      footer={data && <Actions entry={data} onAsk={setAsking} />}
    >
      <Loadable query={query} what="the call" failed="The call could not be loaded" shape={['h-20', 'h-52', 'h-64']}>
        {(entry) => <EntryStory entry={entry} />}
      </Loadable>
      {data && asking === 'replay' && <ReplayOne entry={data} onClose={() => setAsking(undefined)} />}
      {data && asking === 'match' && <MatchClick entry={data} onClose={() => setAsking(undefined)} />}
    </Dialog>
  );
}

const Actions = ({ entry, onAsk }: { entry: PostbackDetail; onAsk: (what: 'replay' | 'match') => void }) => (
  <>
    {entry.outcome === 'parked' && <Button onClick={() => onAsk('match')}>Match to a click</Button>}
    <Button
      icon={<RotateCcw aria-hidden className="size-4" />}
      disabled={entry.outcome === null}
      onClick={() => onAsk('replay')}
    >
      Replay
    </Button>
  </>
);
