/**
 * Built-in functions that we use. The engine takes PostgreSQL 15 over with its parser, its functions and its executor
 * (docs.yugabyte.com, 'PostgreSQL compatibility'); one that is added here is looked up first in the documents of
 * PostgreSQL 15 and among the engine's known differences ('yugabyte-voyager/known-issues/postgresql').
 */
export const CALLS: ReadonlySet<string> = new Set(
  `array_agg array_fill array_remove cardinality ceil clock_timestamp concat concat_ws convert_to count
  current_setting date_trunc decode extract format gen_random_uuid hashtextextended jsonb_agg jsonb_build_array
  jsonb_each jsonb_object_keys jsonb_array_elements jsonb_array_length jsonb_build_object jsonb_object_agg
  jsonb_strip_nulls jsonb_to_recordset jsonb_typeof left length lower make_interval max min nextval now num_nonnulls
  pg_get_serial_sequence position random regexp_replace replace round row_number set_config sha256 split_part
  string_agg substr sum timezone to_jsonb trim_scale unnest uuid_send`.split(/\s+/),
);

/** Types of columns, parameters and casts. `xid8` is brought by infra/ops/yugabytedb/transactions.sql. */
export const TYPES: ReadonlySet<string> = new Set(
  `bigint bool boolean bpchar bytea date float8 int int2 int4 int8 integer interval jsonb name numeric oid record
  regclass smallint text time timestamp timestamptz trigger void xid8`.split(/\s+/),
);
