import { emailPaths } from '@inaam/contracts/common/email-paths';
import { useLocation } from '@tanstack/react-router';
import { usePageTitle } from '../app/site.tsx';
import { MailLinkScreen } from '../features/identity/mail-link-screen.tsx';
import { NewPassword } from '../features/identity/new-password.tsx';
import { RequestLink } from '../features/identity/request-link.tsx';
import { useLinkSecret } from '../features/identity/use-link-secret.ts';
import { guests as words } from '../words/words.ts';

/** The screens of links in mails. The router redirects all other unknown paths. */
export function NotFoundRoute() {
  const { pathname } = useLocation();
  const secret = useLinkSecret();
  usePageTitle(words.accountTitle);
  switch (pathname) {
    case emailPaths.reset:
      return secret ? <NewPassword secret={secret} /> : <RequestLink key="reset" what="reset" />;
    case emailPaths.signInLink:
      return secret ? <MailLinkScreen kind="signInLink" secret={secret} /> : <RequestLink key="signIn" what="signIn" />;
    case emailPaths.verify:
      return <MailLinkScreen kind="verify" secret={secret} />;
    case emailPaths.confirmEmail:
      return <MailLinkScreen kind="confirmEmail" secret={secret} />;
    case emailPaths.undoEmail:
      return <MailLinkScreen kind="undoEmail" secret={secret} />;
    case emailPaths.unsubscribe:
      return <MailLinkScreen kind="unsubscribe" secret={secret} />;
    default:
      // The route redirects to another page.
      return null;
  }
}
