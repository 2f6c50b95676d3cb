import { userPaths } from '@inaam/contracts/common/paths';
import { Link } from '@tanstack/react-router';

/** What to do about a refusal that one cannot lift oneself. */
export const IfMistaken = () => (
  <>
    If you believe that this is a mistake, please contact us:{' '}
    <Link to={userPaths.legal} className="link">
      Legal & Support
    </Link>
  </>
);
