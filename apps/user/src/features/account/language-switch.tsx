import { isLanguage, type Language, languageNames, languages } from '@inaam/contracts/common/language';
import { Card } from '@inaam/ui/card';
import { Select } from '@inaam/ui/select';
import { useState } from 'react';
import { trpc } from '../../app/data.tsx';
import { getErrorMessage } from '../../app/errors.ts';
import { setLanguageAndLoad, useLanguage, account as words } from '../../words/words.ts';
import { ErrorMessage } from './account-section.tsx';

/** The language of the app and mails, stored with the account. */
export function LanguageSwitch() {
  const spoken = useLanguage();
  const utils = trpc.useUtils();
  const { mutateAsync, isPending } = trpc.user.account.chooseLanguage.useMutation();
  const [failure, setFailure] = useState<unknown>();
  const choose = async (language: Language) => {
    setFailure(undefined);
    try {
      await mutateAsync({ language });
      utils.user.account.overview.setData(undefined, (old) => old && { ...old, language });
      await setLanguageAndLoad(language);
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <Card className="grid gap-3 sm:grid-cols-[1fr_auto] sm:items-center sm:gap-4">
      <div>
        <h2 className="text-base">{words.language}</h2>
        <p className="text-sm text-muted">{words.languageHow}</p>
      </div>
      <Select
        label={words.language}
        hideLabel
        value={spoken}
        disabled={isPending}
        onChange={(event) => isLanguage(event.target.value) && void choose(event.target.value)}
        className="sm:w-44"
      >
        {languageNames.map((name) => (
          <option key={name} value={name} lang={languages[name].locale}>
            {languages[name].name}
          </option>
        ))}
      </Select>
      <ErrorMessage>{failure !== undefined && getErrorMessage(failure, words.languageFailed)}</ErrorMessage>
    </Card>
  );
}
