import { z } from 'zod';

/** An IP address or a CIDR block: `203.0.113.0/24`. */
export const addressBlock = z
  .string()
  .trim()
  .refine((value) => {
    const [base = '', bits, ...more] = value.split('/');
    const v4 = z.ipv4().safeParse(base).success;
    const v6 = z.ipv6().safeParse(base).success;
    const most = v4 ? 32 : 128;
    return (v4 || v6) && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
  }, 'must be an IP address or a CIDR block');
