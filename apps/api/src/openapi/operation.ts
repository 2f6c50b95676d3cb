import type { ErrorCode } from '@inaam/contracts/common/errors';
import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Describes one method of a documented path. Facts that all calls share are added in document.ts. */
export interface Operation {
  /** The name of the call in generated clients; unique on the host. */
  id: string;
  /** The heading below which the documentation page lists the call. */
  tag: string;
  summary: string;
  description?: string;
  /** `session`: a cookie, or on the admin host a service key. `none`: public. */
  access: 'session' | 'none';
  /** The schema of the query that the procedure uses. */
  query?: z.ZodType;
  /** The schema of the body that the procedure uses. */
  body?: z.ZodType;
  /** Set if the body is a form with comma-joined lists. JSON with the same fields is also accepted. */
  isForm?: true;
  /**
   * Further rules of the body as JSON Schema. They cannot be derived from `body`, because that schema transforms the
   * input.
   */
  bodyRule?: Record<string, unknown>;
  /** Examples of the body by name. If absent, an example is built from the examples of the fields. */
  bodyExamples?: Record<string, Record<string, unknown>>;
  /** The answer without its field `success`. */
  reply: z.ZodObject;
  /** The answer when the query asks for one item instead of the list. */
  orReply?: { name: string; schema: z.ZodObject };
  /** Errors of this call, in addition to the shared errors of bodies, sessions, keys and limits. */
  refusals?: readonly ErrorCode[];
}

/** The documented paths of a host, by path and method. */
export type Operations = Record<`/${string}.php`, Partial<Record<Method, Operation>>>;

export interface HostDescription {
  title: string;
  description: string;
  tags: { name: string; description: string }[];
  /** Name of the session cookie. */
  cookie: string;
  /** Whether a service key can replace the cookie. */
  serviceKeys: boolean;
  operations: Operations;
  /** Shapes within answers, by name. */
  entities: Record<string, z.ZodType>;
}

/** The name of an operation's request schema. */
export const requestName = (id: string): string => `${capital(id)}Request`;
export const replyName = (id: string): string => `${capital(id)}Reply`;

const capital = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1);
