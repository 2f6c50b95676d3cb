export { sealAudit } from './chain.ts';
export { postNewestHead } from './heads.ts';
export { recordExport, requireCodeExportAllowance } from './record-export.ts';
