import type { MessageKind } from '@inaam/contracts/messages/messages';
import { Checkbox } from '@inaam/ui/checkbox';
import { trpc } from '../../app/data.tsx';
import { messageOf } from '../../app/errors.ts';
import { account as words } from '../../words/words.ts';
import { AccountSection, Refused } from './account-section.tsx';

/** Where the words of a kind that may be declined stand. */
const KINDS: Partial<Record<MessageKind, 'mailSpinReady' | 'mailVoucherExpiring' | 'mailCaseAnswered'>> = {
  spin_ready: 'mailSpinReady',
  voucher_expiring: 'mailVoucherExpiring',
  case_answered: 'mailCaseAnswered',
};

/** What a person is told by mail. What is about security or a win is always told. */
export function MailChoices() {
  const utils = trpc.useUtils();
  const { data } = trpc.user.messages.choices.useQuery();
  const choose = trpc.user.messages.choose.useMutation({
    onMutate: ({ kind, wanted }) =>
      utils.user.messages.choices.setData(
        undefined,
        (old) =>
          old && { ...old, choices: old.choices.map((each) => (each.kind === kind ? { ...each, wanted } : each)) },
      ),
    onError: () => utils.user.messages.choices.invalidate(),
  });
  if (!data) return null;
  return (
    <AccountSection title={words.mails} about={data.mail ? words.mailsAbout : words.mailsOff}>
      {data.mail && (
        <div className="grid">
          {data.choices.map(({ kind, words: said, wanted }) => (
            <Checkbox
              key={kind}
              label={KINDS[kind] ? words[KINDS[kind]] : said}
              checked={wanted}
              onChange={(event) => choose.mutate({ kind, wanted: event.target.checked })}
            />
          ))}
        </div>
      )}
      <Refused>{choose.error && messageOf(choose.error, words.choiceFailed)}</Refused>
    </AccountSection>
  );
}
