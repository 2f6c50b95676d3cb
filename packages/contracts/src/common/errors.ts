/**
 * Every refusal of the product in one table: the code that rules throw, the status for HTTP and tRPC, and the text that
 * people read. The text of a {@link DomainError} can replace the table's text.
 */
export const errorTable = {
  BAD_INPUT: { http: 400, trpc: 'BAD_REQUEST', text: 'The input is not valid' },
  SETUP_TOKEN_WRONG: { http: 403, trpc: 'FORBIDDEN', text: 'The setup token is not valid' },
  NOT_SIGNED_IN: { http: 401, trpc: 'UNAUTHORIZED', text: 'Not signed in' },
  WRONG_EMAIL_OR_PASSWORD: { http: 401, trpc: 'UNAUTHORIZED', text: 'Invalid email or password' },
  WRONG_USERNAME_OR_PASSWORD: { http: 401, trpc: 'UNAUTHORIZED', text: 'Invalid username or password' },
  WRONG_ID_TOKEN: { http: 401, trpc: 'UNAUTHORIZED', text: 'Google login failed' },
  SUSPENDED: { http: 403, trpc: 'FORBIDDEN', text: 'Account suspended due to suspicious activity' },
  ADDRESS_UNKNOWN: { http: 403, trpc: 'FORBIDDEN', text: 'Caller address not allowed' },
  BLOCKED: { http: 403, trpc: 'FORBIDDEN', text: 'Access from this network or device is blocked' },
  EMAIL_NOT_VERIFIED: { http: 403, trpc: 'FORBIDDEN', text: 'Please verify your email to spin' },
  LINK_NOT_VALID: {
    http: 400,
    trpc: 'BAD_REQUEST',
    text: 'This link was used already, or is too old. Please ask for a new one.',
  },
  CODE_WRONG: { http: 400, trpc: 'BAD_REQUEST', text: 'This code is not right, or it is too old' },
  PASSKEY_REFUSED: { http: 401, trpc: 'UNAUTHORIZED', text: 'This passkey was not accepted' },
  FOREIGN_ORIGIN: { http: 403, trpc: 'FORBIDDEN', text: 'Requests from this origin are not allowed' },
  SECOND_FACTOR_REQUIRED: { http: 401, trpc: 'UNAUTHORIZED', text: 'Second factor required' },
  SECOND_FACTOR_WRONG: { http: 401, trpc: 'UNAUTHORIZED', text: 'This code is not right, or it was used already' },
  SECOND_FACTOR_NOT_SET: { http: 403, trpc: 'FORBIDDEN', text: 'Please set up your second factor first' },
  STEP_UP_REQUIRED: { http: 403, trpc: 'FORBIDDEN', text: 'Please confirm it is you' },
  /** Not a refusal: the request is recorded and the other owners are notified. */
  WAITS_FOR_APPROVAL: {
    http: 202,
    trpc: 'PRECONDITION_REQUIRED',
    text: 'This waits for another owner to agree. They have been asked.',
  },
  REQUEST_IS_OWN: { http: 409, trpc: 'CONFLICT', text: 'Another owner has to decide this' },
  REQUEST_SETTLED: { http: 409, trpc: 'CONFLICT', text: 'This request is no longer waiting' },
  REQUEST_OUT_OF_DATE: { http: 409, trpc: 'CONFLICT', text: 'This request is out of date. Please ask again.' },
  REQUEST_BUSY: { http: 409, trpc: 'CONFLICT', text: 'Somebody is deciding this request right now' },
  LAST_FACTOR: { http: 409, trpc: 'CONFLICT', text: 'A second factor is required: add another one first' },
  NO_FACTOR: { http: 409, trpc: 'CONFLICT', text: 'There is no second factor yet' },
  ROLE_TOO_LOW: { http: 403, trpc: 'FORBIDDEN', text: 'Your role does not allow this' },
  KEY_OUT_OF_SCOPE: { http: 403, trpc: 'FORBIDDEN', text: 'This key may not do this' },
  KEY_WRONG_ADDRESS: { http: 403, trpc: 'FORBIDDEN', text: 'This key may not be used from this IP address' },
  KEY_READ_ONLY: { http: 403, trpc: 'FORBIDDEN', text: 'This key may only read' },
  KEY_NOT_A_PERSON: { http: 403, trpc: 'FORBIDDEN', text: 'This belongs to a signed-in admin, not to a service key' },
  NOT_FOUND: { http: 404, trpc: 'NOT_FOUND', text: 'Not found' },
  OFFER_NOT_FOUND: { http: 404, trpc: 'NOT_FOUND', text: 'Offer not found' },
  ADMIN_NOT_FOUND: { http: 404, trpc: 'NOT_FOUND', text: 'Admin not found' },
  VOUCHER_NOT_FOUND: { http: 404, trpc: 'NOT_FOUND', text: 'Voucher not found' },
  USER_NOT_FOUND: { http: 404, trpc: 'NOT_FOUND', text: 'User not found' },
  COMPLETION_NOT_FOUND: { http: 404, trpc: 'NOT_FOUND', text: 'Conversion not found' },
  STEP_NOT_FOUND: { http: 404, trpc: 'NOT_FOUND', text: 'There is nothing to undo' },
  VIEW_NOT_FOUND: { http: 404, trpc: 'NOT_FOUND', text: 'Saved view not found' },
  CASE_NOT_FOUND: { http: 404, trpc: 'NOT_FOUND', text: 'Case not found' },
  CLICK_NOT_FOUND: { http: 404, trpc: 'NOT_FOUND', text: 'Click not found' },
  POSTBACK_NOT_FOUND: { http: 404, trpc: 'NOT_FOUND', text: 'Postback not found' },
  NETWORK_NOT_FOUND: { http: 404, trpc: 'NOT_FOUND', text: 'Network not found' },
  STATEMENT_NOT_FOUND: {
    http: 404,
    trpc: 'NOT_FOUND',
    text: 'This statement was uploaded again or compared again. Reload to see it.',
  },
  STATEMENT_INCOMPLETE: {
    http: 409,
    trpc: 'CONFLICT',
    text: 'The upload is not complete. Please upload the statement again.',
  },
  ENDPOINT_NOT_FOUND: { http: 404, trpc: 'NOT_FOUND', text: 'Endpoint not found' },
  DELIVERY_NOT_FOUND: { http: 404, trpc: 'NOT_FOUND', text: 'Delivery not found' },
  REQUEST_NOT_FOUND: { http: 404, trpc: 'NOT_FOUND', text: 'Request not found' },
  KEY_NOT_FOUND: { http: 404, trpc: 'NOT_FOUND', text: 'Service key not found' },
  METHOD_NOT_ALLOWED: { http: 405, trpc: 'METHOD_NOT_SUPPORTED', text: 'Method not allowed' },
  EMAIL_TAKEN: { http: 409, trpc: 'CONFLICT', text: 'An account with this email already exists' },
  USERNAME_TAKEN: { http: 409, trpc: 'CONFLICT', text: 'An admin with this username already exists' },
  ADMIN_EMAIL_TAKEN: { http: 409, trpc: 'CONFLICT', text: 'An admin with this email already exists' },
  ADMIN_IS_SELF: { http: 409, trpc: 'CONFLICT', text: 'You cannot do this to yourself' },
  ADMIN_IS_LAST: { http: 409, trpc: 'CONFLICT', text: 'The last owner must stay an owner' },
  WRONG_CURRENT_PASSWORD: { http: 409, trpc: 'CONFLICT', text: 'The current password is not right' },
  MAIL_IS_OFF: { http: 409, trpc: 'CONFLICT', text: 'No mail is sent here. Please contact support.' },
  KEY_NAME_TAKEN: { http: 409, trpc: 'CONFLICT', text: 'A live service key with this name already exists' },
  IDEMPOTENCY_KEY_REUSED: {
    http: 409,
    trpc: 'CONFLICT',
    text: 'This Idempotency-Key was used for another request',
  },
  IDEMPOTENCY_KEY_BUSY: {
    http: 503,
    trpc: 'SERVICE_UNAVAILABLE',
    text: 'The first request with this Idempotency-Key is still under way',
  },
  OFFER_ALREADY_COMPLETED: { http: 409, trpc: 'CONFLICT', text: 'Offer already completed' },
  OFFER_UNAVAILABLE: { http: 409, trpc: 'CONFLICT', text: 'Offer not available right now' },
  OFFER_WITHOUT_NETWORK: { http: 409, trpc: 'CONFLICT', text: 'This offer belongs to no partner network' },
  OFFER_NOT_COMPLETED: { http: 409, trpc: 'CONFLICT', text: 'Offer not completed yet' },
  COMPLETION_REVERSED: { http: 409, trpc: 'CONFLICT', text: 'The partner network has reversed this completion' },
  COMPLETION_PENDING: { http: 409, trpc: 'CONFLICT', text: 'This completion is being confirmed' },
  EXTERNAL_OFFER_ID_TAKEN: {
    http: 409,
    trpc: 'CONFLICT',
    text: 'external_offer_id: is already used by another offer of this network',
  },
  VERSION_CHANGED: {
    http: 409,
    trpc: 'CONFLICT',
    text: 'This was changed by somebody else. Reload to see it.',
  },
  ENDPOINT_NAME_TAKEN: { http: 409, trpc: 'CONFLICT', text: 'An endpoint with this name already exists' },
  SOURCE_TAKEN: { http: 409, trpc: 'CONFLICT', text: 'This traffic source has a tracker already' },
  HOUSE_NETWORK: {
    http: 409,
    trpc: 'CONFLICT',
    text: 'The network House belongs to the product and cannot be changed',
  },
  NETWORK_SLUG_TAKEN: { http: 409, trpc: 'CONFLICT', text: 'A network with this slug already exists' },
  POSTBACK_HAD_EFFECT: { http: 409, trpc: 'CONFLICT', text: 'This postback was counted already' },
  CASE_CREDITED: { http: 409, trpc: 'CONFLICT', text: 'This case was credited already' },
  SECRET_LOST: {
    http: 409,
    trpc: 'CONFLICT',
    text:
      'The secret of this network cannot be decrypted. ' +
      'Paste it again, or restore the key that encrypted it (SECRETS_KEY).',
  },
  FEED_NOT_SET: { http: 409, trpc: 'CONFLICT', text: 'This network has no offer feed yet' },
  FEED_FAILED: { http: 409, trpc: 'CONFLICT', text: 'The offer feed could not be read' },
  FEED_CHANGED: {
    http: 409,
    trpc: 'CONFLICT',
    text: 'The feed or the offers have changed. Please fetch the feed and look again.',
  },
  VOUCHER_CODE_EXISTS: { http: 409, trpc: 'CONFLICT', text: 'This voucher code already exists' },
  VOUCHER_DATE_PASSED: { http: 409, trpc: 'CONFLICT', text: 'Expiry date has passed' },
  VOUCHER_MOVE_NOT_ALLOWED: { http: 409, trpc: 'CONFLICT', text: 'This voucher cannot change to that status' },
  VOUCHER_NOT_WON: { http: 409, trpc: 'CONFLICT', text: 'Nobody has won this voucher' },
  VOUCHER_OUT_OF_STOCK: { http: 409, trpc: 'CONFLICT', text: 'No voucher of this amount is in stock' },
  ADDRESS_IS_OWN: { http: 409, trpc: 'CONFLICT', text: 'This is the IP address that you are signed in from' },
  SELECTION_CHANGED: { http: 409, trpc: 'CONFLICT', text: 'The matching users have changed. Please look again.' },
  STEP_CHANGED_SINCE: { http: 409, trpc: 'CONFLICT', text: 'This has changed in the meantime. Nothing was undone.' },
  TOO_MANY_VIEWS: { http: 409, trpc: 'CONFLICT', text: 'At most 50 saved views for one list' },
  TOO_LARGE: { http: 413, trpc: 'PAYLOAD_TOO_LARGE', text: 'The request body is too large' },
  WRONG_CONTENT_TYPE: { http: 415, trpc: 'UNSUPPORTED_MEDIA_TYPE', text: 'The content type is not supported' },
  PROOF_NEEDED: {
    http: 429,
    trpc: 'TOO_MANY_REQUESTS',
    text: 'Many accounts were made from here just now. Your browser has to show that you mean it; please try again.',
  },
  TOO_MANY_REQUESTS: { http: 429, trpc: 'TOO_MANY_REQUESTS', text: 'Too many attempts. Please try again later.' },
  INTERNAL: { http: 500, trpc: 'INTERNAL_SERVER_ERROR', text: 'Internal server error' },
  SPINS_PAUSED: {
    http: 503,
    trpc: 'SERVICE_UNAVAILABLE',
    text: 'Spins are paused for a short while. Your spin is safe.',
  },
  STARTS_PAUSED: { http: 503, trpc: 'SERVICE_UNAVAILABLE', text: 'Offers are paused for a short while.' },
  SIGN_UPS_PAUSED: { http: 503, trpc: 'SERVICE_UNAVAILABLE', text: 'Sign-ups are paused for a short while.' },
  UNAVAILABLE: { http: 503, trpc: 'SERVICE_UNAVAILABLE', text: 'The service is busy. Please try again shortly.' },
} as const satisfies Record<string, { http: number; trpc: string; text: string }>;

export type ErrorCode = keyof typeof errorTable;

/** Refusals while an owner or a spending ceiling pauses a part of the app. They do not mean that something failed. */
export const pauseCodes: ReadonlySet<ErrorCode> = new Set(['SPINS_PAUSED', 'STARTS_PAUSED', 'SIGN_UPS_PAUSED']);

export interface DomainErrorDetail {
  /** Text for people; default: the table's text. */
  text?: string;
  /** The documented name of the invalid input field. */
  field?: string;
  /** Whole seconds until a retry makes sense; becomes `Retry-After`. */
  retryAfterSeconds?: number;
  /** A reference that the person can quote to support. */
  reference?: string;
  cause?: unknown;
}

/** A refusal by a product rule. {@link errorTable} translates it for each transport. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly reference: string | undefined;

  constructor(code: ErrorCode, detail: DomainErrorDetail = {}) {
    super(detail.text ?? errorTable[code].text, { cause: detail.cause });
    this.name = 'DomainError';
    this.code = code;
    this.field = detail.field;
    this.retryAfterSeconds = detail.retryAfterSeconds;
    this.reference = detail.reference;
  }
}

/** Finds the domain error in an error or its causes. tRPC wraps errors of procedures. */
export function findDomainError(error: unknown): DomainError | undefined {
  for (let e = error; e instanceof Error; e = e.cause) if (e instanceof DomainError) return e;
  return undefined;
}
