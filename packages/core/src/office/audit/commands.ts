export { sealAudit } from './chain.ts';
export { postNewestHead } from './heads.ts';
export { mayExportCodes, recordExport } from './record-export.ts';
