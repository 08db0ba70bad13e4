import { randomUUID } from 'node:crypto';

import type { OperationInput, OperationName } from '../../../src/shared/contract/operations.ts';
import { DEFAULT_DIALECT } from '../../../src/shared/dialect/presets.ts';
import { refusalSchema } from '../../../src/shared/dialect/schema.ts';
import { DEFAULT_LISTENER, EVERY_CALLBACK } from '../../../src/shared/domain/callback.ts';
import {
  type SavedDraft,
  DRAFT_FIELDS,
  savedDraftSchema,
} from '../../../src/shared/domain/draft.ts';
import { NO_EYES_RULES } from '../../../src/shared/domain/eyes.ts';
import { intentIdSchema, profileIdSchema } from '../../../src/shared/domain/ids.ts';
import { labDraftSchema } from '../../../src/shared/domain/lab.ts';
import { DEFAULT_PACE } from '../../../src/shared/domain/batch.ts';
import { DETECT_ALL } from '../../../src/shared/domain/importing.ts';
import { DEFAULT_RULES } from '../../../src/shared/domain/people.ts';
import { NEWEST_FIRST, NO_FILTER } from '../../../src/shared/domain/logSearch.ts';
import { NO_STATEMENT_FILTER } from '../../../src/shared/domain/statementComparison.ts';
import { EVERY_ACTIVITY } from '../../../src/shared/domain/activity.ts';
import { searchOf } from '../../../src/core/testing/searching.ts';
import { buildInput, createInput } from '../../support/builders.ts';
import { SIGNING, profileSetUp } from '../../support/profileSetUp.ts';
import { exportOf } from './exporting.ts';

const NO_COLUMNS = { fields: {}, unit: 'major' as const };

export const SANDBOX = profileIdSchema.parse('sandbox');

/** An input for every operation: an operation without one does not compile. */
export function inputs(facts: Facts): { readonly [N in OperationName]: OperationInput<N> } {
  const { intentId, liveProfileId, backupName, searchId, limitsId } = facts;
  return {
    'app.info': {},
    'settings.get': {},
    'settings.update': { operatorName: 'Contract' },
    'profile.list': {},
    'profile.save': { id: liveProfileId, setUp: profileSetUp({ name: 'Contract' }) },
    'profile.duplicate': { profileId: liveProfileId, name: 'Another' },
    'profile.choose': { profileId: SANDBOX },
    'profile.archive': { profileId: liveProfileId, archived: true },
    'profile.delete': { profileId: liveProfileId },
    'profile.setSecret': {
      profileId: liveProfileId,
      slot: SIGNING,
      secret: 'contract-secret',
      keep: 'stored',
    },
    'profile.secrets': { profileId: SANDBOX },
    'profile.takeBackSecret': { profileId: liveProfileId, slot: SIGNING },
    'profile.deleteSecret': { profileId: liveProfileId, slot: SIGNING },
    'profileFile.export': { profileIds: [liveProfileId] },
    'profileFile.preview': { text: PROFILE_FILE },
    'profileFile.import': { text: PROFILE_FILE },
    'format.pastAnswers': { profileId: SANDBOX, refusal: REFUSAL },
    'format.teach': { profileId: liveProfileId, refusal: REFUSAL },
    'lab.explain': LAB_DRAFT,
    'lab.search': { ...LAB_DRAFT, expected: 'f'.repeat(64), exampleSecret: 'contract-secret' },
    'connection.check': { profileId: SANDBOX, checkId: randomUUID() },
    'limits.read': { profileId: SANDBOX, refresh: true },
    'order.suggest': { profileId: SANDBOX, flow: 'create' },
    'issue.prepare': { profileId: SANDBOX },
    'issue.create': typedCreate(),
    'issue.build': typedBuild(),
    'log.now': { profileId: SANDBOX },
    'log.history': { intentId },
    'log.search': searchOf(),
    'log.rows': { searchId, from: 0, count: 20 },
    'log.rowsOf': { intentIds: [intentId] },
    'log.count': { searchId },
    'log.facets': {},
    'log.daily': { profileId: SANDBOX, range: { kind: 'today' } },
    'log.loadSample': {},
    'view.list': {},
    'view.save': SAVED_VIEW,
    'view.delete': { id: SAVED_VIEW.id },
    'export.start': exportOf(),
    'export.state': { exportId: randomUUID() },
    'export.cancel': { exportId: randomUUID() },
    'export.read': { exportId: randomUUID(), from: 0 },
    'export.show': { exportId: randomUUID() },
    'import.begin': {
      importId: randomUUID(),
      profileId: SANDBOX,
      flow: 'create',
      source: { kind: 'paste' },
    },
    'import.add': { importId: randomUUID(), base64: '' },
    'import.read': { importId: randomUUID(), choices: DETECT_ALL },
    'import.preview': { importId: randomUUID(), mapping: {} },
    'import.check': { importId: randomUUID(), mapping: {} },
    'import.rows': { importId: randomUUID(), group: null, from: 0, count: 20 },
    'import.correct': { importId: randomUUID(), row: 2, column: 0, text: '1500' },
    'import.leaveOut': { importId: randomUUID(), rows: [2], reason: 'Not today' },
    'import.current': {},
    'import.accept': { importId: randomUUID(), group: 'same_lately', accepted: true },
    'import.cancel': { importId: randomUUID() },
    'import.close': { importId: randomUUID() },
    'batch.template': { profileId: SANDBOX, flow: 'create' },
    'batch.start': {
      importId: randomUUID(),
      batchId: randomUUID(),
      requests: 1,
      digest: '0'.repeat(64),
      pace: DEFAULT_PACE,
    },
    'batch.list': {},
    'batch.names': { batchIds: [randomUUID()] },
    'batch.get': { batchId: randomUUID() },
    'batch.rows': { batchId: randomUUID(), outcomes: [], from: 0, count: 20 },
    'batch.pause': { batchId: randomUUID() },
    'batch.resume': { batchId: randomUUID(), pace: DEFAULT_PACE },
    'batch.stop': { batchId: randomUUID() },
    'batch.queueAgain': { batchId: randomUUID(), rows: null },
    'batch.nextToHandOut': { batchId: randomUUID(), after: 0 },
    'batch.report': {
      batchId: randomUUID(),
      reportId: randomUUID(),
      which: 'all',
      format: 'csv',
      requisites: 'masked',
      words: {},
      from: 0,
    },
    'protection.state': {},
    'protection.newCode': {},
    'protection.apply': { confirmId: '00000000-0000-4000-8000-00000000beef', code: 'typed' },
    'protection.turnOff': {},
    'protection.resume': {},
    'protection.unlock': { code: 'typed' },
    'team.state': {},
    'team.check': { invitation: 'not one' },
    'team.join': { invitation: 'not one' },
    'team.leave': {},
    'team.setProfile': { profileId: liveProfileId, sharing: 'masked', offline: 'block' },
    'team.takeNumbers': {},
    'team.desks': {},
    'team.find': { text: '', desk: null, outcome: null, before: null, most: 50 },
    'team.conflicts': {},
    'team.signers': {},
    'team.makeKey': {},
    'team.signPerson': { pin: '918273', publicKey: 'no key', name: 'Ann', role: 'senior' },
    'team.papers': {},
    'team.signPaper': {
      pin: '918273',
      paperId: '00000000-0000-4000-8000-00000000beef',
      contentHash: '0'.repeat(64),
    },
    'team.resolveThere': {
      pin: '918273',
      desk: 'back',
      merchant: 'm',
      intentId: intentIdSchema.parse('00000000-0000-4000-8000-00000000beef'),
      orderId: 'D-1',
      finding: { kind: 'absent' },
      note: '',
    },
    'people.session': {},
    'people.signIn': { personId: randomUUID(), pin: '240611' },
    'people.signOut': {},
    'people.stillHere': {},
    'people.begin': { name: 'Contract', pin: '240611' },
    'people.newCode': {},
    'people.confirmCode': { confirmId: randomUUID(), code: 'ABCD' },
    'people.useCode': { personId: randomUUID(), code: 'ABCD', pin: null },
    'people.end': { code: 'ABCD' },
    'activity.page': { filter: EVERY_ACTIVITY, before: null, pageSize: 50 },
    'people.names': {},
    'activity.export': {
      reportId: randomUUID(),
      format: 'csv',
      filter: EVERY_ACTIVITY,
      from: 0,
    },
    'people.changeOwnPin': { pin: '240611', newPin: '730284' },
    'people.list': {},
    'people.add': { name: 'Contract', role: 'operator', pin: '240611' },
    'people.change': { personId: randomUUID(), role: 'senior' },
    'people.resetPin': { personId: randomUUID(), pin: '240611' },
    'people.unlock': { personId: randomUUID() },
    'people.rules': {},
    'people.changeRules': DEFAULT_RULES,
    'handOver.accept': { personId: randomUUID(), pin: '240611', text: null },
    'eyes.rules': {},
    'eyes.setRules': { profileId: SANDBOX, rules: NO_EYES_RULES },
    'eyes.waiting': {},
    'eyes.approve': {
      cardId: randomUUID(),
      digest: '0',
      personId: randomUUID(),
      pin: '240611',
    },
    'eyes.withdraw': { cardId: randomUUID() },
    'statement.read': { importId: randomUUID(), choices: DETECT_ALL },
    'statement.preview': { importId: randomUUID(), mapping: NO_COLUMNS, timeZone: 'UTC' },
    'statement.check': { importId: randomUUID(), mapping: NO_COLUMNS, timeZone: 'UTC' },
    'statement.current': {},
    'statement.record': {
      importId: randomUUID(),
      statementId: randomUUID(),
      digest: '0'.repeat(64),
      stated: {
        lists: 'all',
        madeAt: '2026-11-16T12:00:00.000Z',
        from: '2026-11-15T00:00:00.000Z',
        to: '2026-11-16T00:00:00.000Z',
        timeZone: 'UTC',
        marginMin: 30,
      },
      again: false,
    },
    'statement.list': { profileId: null },
    'statement.compare': { statementId: randomUUID() },
    'statement.rows': {
      statementId: randomUUID(),
      filter: NO_STATEMENT_FILTER,
      from: 0,
      count: 20,
    },
    'statement.pair': { statementId: randomUUID(), row: 2, intentId: null },
    'statement.decide': {
      statementId: randomUUID(),
      action: { kind: 'unlink', row: 2, reason: '' },
    },
    'statement.previewSettle': { statementId: randomUUID() },
    'statement.settle': {
      statementId: randomUUID(),
      previewId: randomUUID(),
      kinds: ['found'],
      note: '',
    },
    'statement.report': {
      statementId: randomUUID(),
      reportId: randomUUID(),
      format: 'csv',
      from: 0,
    },
    'sandbox.statement': {},
    'limits.snapshot': { id: limitsId },
    'request.recordCopy': { intentId, part: 'number', text: '1234' },
    'request.reveal': { intentId },
    'request.note': { intentId, text: 'A note' },
    'request.flag': { intentId, flagged: true },
    'request.take': { intentId, taken: false },
    'request.addPicture': { intentId, base64: 'bm90IGEgcGljdHVyZQ==' },
    'picture.read': { sha256: '0'.repeat(64) },
    'handOver.write': { text: 'Ask the provider about A-1' },
    'request.cancel': { intentId },
    'request.acknowledgeAmount': { intentId },
    'request.resolve': { intentIds: [intentId], finding: { kind: 'absent' }, note: '' },
    'recovery.report': {},
    'recovery.acknowledge': {},
    'log.health': {},
    'log.verify': {},
    'log.backups': {},
    'log.backUp': {},
    'log.restore': { name: backupName },
    'log.acknowledgeRestore': {},
    'log.retention': {},
    'log.retentionPreview': { days: 30 },
    'log.setRetention': { days: null, shownAt: null },
    'log.heldAnswers': {},
    'callback.listener': { profileId: SANDBOX },
    'callback.setListener': { profileId: SANDBOX, settings: DEFAULT_LISTENER, newPath: true },
    'callback.page': {
      before: null,
      pageSize: 20,
      filter: { ...EVERY_CALLBACK, taken: 'apart' },
    },
    'callback.raw': { seq: 1 },
    'callback.counts': { filter: EVERY_CALLBACK },
    'callback.replay': { seq: 1, decided: false },
    'request.settleMismatch': { intentId, paidSeq: 1, note: 'agreed' },
    'request.correct': { intentId, typedByHand: { number: '4111 1111 1111 1111' } },
    'overview.read': { profileId: SANDBOX, range: { kind: 'today' } },
    'request.confirmKnown': { intentId, remoteId: randomUUID() },
    ...deskInputs(facts),
  };
}

/** What makes the operator's hands fast. */
function deskInputs({ intentId, liveProfileId }: Facts) {
  return {
    'customer.suggest': { profileId: SANDBOX, text: '' },
    'customer.recall': { profileId: SANDBOX, customer: 'cust-1' },
    'customer.record': { profileId: SANDBOX, customer: 'cust-1' },
    'customer.prefer': { profileId: SANDBOX, customer: 'cust-1', language: 'ru' },
    'customer.note': { profileId: SANDBOX, customer: 'cust-1', text: 'Pays in the evening' },
    'customer.figures': { profileId: SANDBOX, customer: 'cust-1' },
    'order.uses': { profileId: SANDBOX, orderId: 'A-1' },
    'handOver.report': { profileId: SANDBOX },
    'draft.keep': { ...FORM, draft: draftOf('cust-77') },
    'draft.adopt': FORM,
    'template.list': {},
    'template.save': TEMPLATE,
    'template.delete': { id: TEMPLATE.id },
    'clipboard.copy': { text: '2200 7008' },
    'bill.fetch': { intentId },
    'sandbox.arm': { orderId: randomUUID(), scenario: 'refused' },
    'request.stages': {},
    'profile.confirmedLive': {},
    'profile.confirmLive': { profileId: liveProfileId },
    'link.check': { address: 'https://pay.example/1', profileId: SANDBOX },
    'link.confirm': { address: 'https://pay.example/1', profileId: SANDBOX },
    'log.unanswered': {},
    'desk.lock': {},
    'diagnostics.save': {},
  } as const satisfies Partial<{ readonly [N in OperationName]: OperationInput<N> }>;
}

export type Facts = {
  readonly intentId: OperationInput<'log.history'>['intentId'];
  readonly liveProfileId: OperationInput<'profile.secrets'>['profileId'];
  readonly backupName: string;
  readonly searchId: string;
  readonly limitsId: OperationInput<'limits.snapshot'>['id'];
};

const REFUSAL = refusalSchema.parse({
  status: 200,
  path: 'code',
  value: 'NO_REQ',
  meaning: 'no_requisites',
});
const SAVED_VIEW: OperationInput<'view.save'> = {
  id: randomUUID(),
  name: 'Contract',
  text: '',
  filter: NO_FILTER,
  range: null,
  sort: NEWEST_FIRST,
};
const FORM = { pageId: randomUUID(), profileId: SANDBOX, flow: 'create' } as const;
const TEMPLATE: OperationInput<'template.save'> = {
  id: randomUUID(),
  language: 'ru',
  channel: 'telegram',
  paymentType: null,
  text: 'Переведите {amount}',
};
function draftOf(customer: string): SavedDraft {
  return savedDraftSchema.parse({
    intentId: randomUUID(),
    texts: { ...Object.fromEntries(DRAFT_FIELDS.map((field) => [field, ''])), customer },
    orderIsAuto: true,
    filledIn: { callback_url: '', success_url: '', reject_url: '' },
  });
}
const LAB_DRAFT = labDraftSchema.parse({
  profileId: SANDBOX,
  dialect: DEFAULT_DIALECT,
  body: {
    flow: 'build',
    fields: {
      merchant: profileSetUp().merchant,
      order_id: 'B-1',
      cents: 1_000_000,
      currency: 'UZS',
      payment_type: 'uzs_select',
    },
  },
});
const PROFILE_FILE = JSON.stringify({
  kind: 'deposit-desk-profiles',
  version: 1,
  profiles: [{ id: 'brought', setUp: profileSetUp({ name: 'Brought' }) }],
});

export function typedCreate(): OperationInput<'issue.create'> {
  const input = createInput();
  return { ...input, intentId: intentIdSchema.parse(input.intentId), profileId: SANDBOX };
}

export function typedBuild(): OperationInput<'issue.build'> {
  const input = buildInput();
  return { ...input, intentId: intentIdSchema.parse(input.intentId), profileId: SANDBOX };
}
