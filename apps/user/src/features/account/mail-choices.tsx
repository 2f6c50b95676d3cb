import { Checkbox } from '@inaam/ui/checkbox';
import { trpc } from '../../app/data.tsx';
import { messageOf } from '../../app/errors.ts';
import { AccountSection, Refused } from './account-section.tsx';

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
    <AccountSection
      title="Mails"
      about={
        data.mail
          ? 'What we write to you. About security, and about what you have won, we always do.'
          : 'No mail is sent here.'
      }
    >
      {data.mail && (
        <div className="grid">
          {data.choices.map(({ kind, words, wanted }) => (
            <Checkbox
              key={kind}
              label={words}
              checked={wanted}
              onChange={(event) => choose.mutate({ kind, wanted: event.target.checked })}
            />
          ))}
        </div>
      )}
      <Refused>{choose.error && messageOf(choose.error, 'Your choice could not be saved.')}</Refused>
    </AccountSection>
  );
}
