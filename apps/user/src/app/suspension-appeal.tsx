import { userPaths } from '@inaam/contracts/common/paths';
import { Link } from '@tanstack/react-router';
import { replaceTags } from '../words/rich.tsx';
import { offers as words } from '../words/words.ts';

/** How to appeal a suspension or another refusal. */
export const SuspensionAppeal = () => (
  <>
    {replaceTags(words.mistaken, {
      link: <Link to={userPaths.legal} className="link" />,
    })}
  </>
);
