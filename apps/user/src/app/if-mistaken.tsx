import { Link } from '@tanstack/react-router';
import { paths } from './paths.ts';

/** What to do about a refusal that one cannot lift oneself. */
export const IfMistaken = () => (
  <>
    If you believe that this is a mistake, please contact us:{' '}
    <Link to={paths.legal} className="link">
      Legal & Support
    </Link>
  </>
);
