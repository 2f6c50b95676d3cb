import type { ErrorCode } from '@inaam/contracts/common/errors';
import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What the description says of one method of one documented path, beyond what holds for all of them. */
export interface Operation {
  /** Its name in clients that are generated; unique on its host. */
  id: string;
  /** The heading that it stands under. */
  tag: string;
  summary: string;
  description?: string;
  /** `session`: a cookie, on the admin host also a service key. `none`: anybody may call it. */
  access: 'session' | 'none';
  /** The schema of the query's parameters: the one that the procedure reads them with. */
  query?: z.ZodType;
  /** The schema of the body: the one that the procedure reads it with. */
  body?: z.ZodType;
  /** The body is a form, and JSON with the same fields is read, too; lists are comma-joined. */
  isForm?: true;
  /** What JSON Schema has to say of the body that its transforms keep to themselves. */
  bodyRule?: Record<string, unknown>;
  /** By name; made of the fields' own where absent. */
  bodyExamples?: Record<string, Record<string, unknown>>;
  /** The answer without its flag `success`. */
  reply: z.ZodObject;
  /** What it answers where the query asks for one thing in place of the list. */
  orReply?: { name: string; schema: z.ZodObject };
  /** Refusals of its own: those of bodies, sessions, keys and limits are known. */
  refusals?: readonly ErrorCode[];
}

/** A host's documented paths: by path, by method. */
export type Operations = Record<`/${string}.php`, Partial<Record<Method, Operation>>>;

export interface HostDescription {
  title: string;
  description: string;
  tags: { name: string; description: string }[];
  /** The session's cookie. */
  cookie: string;
  /** May a service key stand in for the cookie? */
  serviceKeys: boolean;
  operations: Operations;
  /** Shapes that answers hold, by their names. */
  entities: Record<string, z.ZodType>;
}

/** The names of an operation's schemas. */
export const requestName = (id: string): string => `${capital(id)}Request`;
export const replyName = (id: string): string => `${capital(id)}Reply`;

const capital = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1);
