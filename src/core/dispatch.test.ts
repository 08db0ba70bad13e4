import { describe, expect, it } from 'vitest';

import { OPERATION_NAMES } from '#shared/contract/names.ts';
import { failure } from '#shared/domain/failure.ts';
import { err, ok } from '#shared/domain/result.ts';

import { type Handlers, createDispatch } from './dispatch.ts';
import { ACTOR, PAGE } from './testing/builders.ts';

const unused = async () => err(failure('request_not_found'));
const none: Handlers = {
  'people.session': unused,
  'people.signIn': unused,
  'people.signOut': unused,
  'people.stillHere': unused,
  'people.begin': unused,
  'people.newCode': unused,
  'people.confirmCode': unused,
  'people.useCode': unused,
  'people.end': unused,
  'activity.page': unused,
  'activity.export': unused,
  'people.changeOwnPin': unused,
  'people.names': unused,
  'people.list': unused,
  'people.add': unused,
  'people.change': unused,
  'people.resetPin': unused,
  'people.unlock': unused,
  'people.rules': unused,
  'people.changeRules': unused,
  'eyes.rules': unused,
  'eyes.setRules': unused,
  'eyes.waiting': unused,
  'eyes.approve': unused,
  'eyes.withdraw': unused,
  'protection.state': unused,
  'protection.newCode': unused,
  'protection.apply': unused,
  'protection.turnOff': unused,
  'protection.resume': unused,
  'protection.unlock': unused,
  'team.state': unused,
  'team.check': unused,
  'team.join': unused,
  'team.leave': unused,
  'team.setProfile': unused,
  'team.takeNumbers': unused,
  'team.desks': unused,
  'team.find': unused,
  'team.conflicts': unused,
  'team.signers': unused,
  'team.makeKey': unused,
  'team.signPerson': unused,
  'team.papers': unused,
  'team.signPaper': unused,
  'team.resolveThere': unused,
  'statement.read': unused,
  'statement.preview': unused,
  'statement.current': unused,
  'statement.check': unused,
  'statement.record': unused,
  'statement.list': unused,
  'statement.compare': unused,
  'statement.rows': unused,
  'statement.pair': unused,
  'statement.decide': unused,
  'statement.previewSettle': unused,
  'statement.settle': unused,
  'statement.report': unused,
  'sandbox.statement': unused,
  'app.info': unused,
  'link.check': unused,
  'link.confirm': unused,
  'log.unanswered': unused,
  'desk.lock': unused,
  'diagnostics.save': unused,
  'settings.get': unused,
  'settings.update': unused,
  'profile.choose': unused,
  'profile.list': unused,
  'profile.save': unused,
  'profile.duplicate': unused,
  'profile.archive': unused,
  'profile.delete': unused,
  'profile.setSecret': unused,
  'profile.secrets': unused,
  'profile.takeBackSecret': unused,
  'profile.deleteSecret': unused,
  'profileFile.export': unused,
  'profileFile.preview': unused,
  'profileFile.import': unused,
  'format.pastAnswers': unused,
  'format.teach': unused,
  'lab.explain': unused,
  'lab.search': unused,
  'connection.check': unused,
  'limits.read': unused,
  'customer.suggest': unused,
  'customer.recall': unused,
  'customer.record': unused,
  'customer.prefer': unused,
  'customer.note': unused,
  'customer.figures': unused,
  'order.uses': unused,
  'draft.keep': unused,
  'draft.adopt': unused,
  'template.list': unused,
  'template.save': unused,
  'template.delete': unused,
  'clipboard.copy': unused,
  'bill.fetch': unused,
  'sandbox.arm': unused,
  'request.stages': unused,
  'profile.confirmedLive': unused,
  'profile.confirmLive': unused,
  'handOver.report': unused,
  'handOver.accept': unused,
  'order.suggest': unused,
  'issue.prepare': unused,
  'issue.create': unused,
  'issue.build': unused,
  'log.now': unused,
  'log.history': unused,
  'log.search': unused,
  'log.rows': unused,
  'log.rowsOf': unused,
  'log.count': unused,
  'log.facets': unused,
  'log.daily': unused,
  'overview.read': unused,
  'log.loadSample': unused,
  'view.list': unused,
  'view.save': unused,
  'view.delete': unused,
  'export.start': unused,
  'export.state': unused,
  'export.cancel': unused,
  'export.read': unused,
  'export.show': unused,
  'import.begin': unused,
  'import.add': unused,
  'import.read': unused,
  'import.preview': unused,
  'import.check': unused,
  'import.rows': unused,
  'import.correct': unused,
  'import.leaveOut': unused,
  'import.accept': unused,
  'import.current': unused,
  'import.cancel': unused,
  'import.close': unused,
  'batch.template': unused,
  'batch.start': unused,
  'batch.list': unused,
  'batch.names': unused,
  'batch.get': unused,
  'batch.rows': unused,
  'batch.pause': unused,
  'batch.resume': unused,
  'batch.stop': unused,
  'batch.queueAgain': unused,
  'batch.nextToHandOut': unused,
  'batch.report': unused,
  'limits.snapshot': unused,
  'request.recordCopy': unused,
  'request.reveal': unused,
  'request.note': unused,
  'request.flag': unused,
  'request.take': unused,
  'handOver.write': unused,
  'request.addPicture': unused,
  'picture.read': unused,
  'request.cancel': unused,
  'request.acknowledgeAmount': unused,
  'request.resolve': unused,
  'request.settleMismatch': unused,
  'request.correct': unused,
  'callback.counts': unused,
  'callback.replay': unused,
  'recovery.report': unused,
  'recovery.acknowledge': unused,
  'log.health': unused,
  'log.verify': unused,
  'log.backups': unused,
  'log.backUp': unused,
  'log.restore': unused,
  'log.acknowledgeRestore': unused,
  'log.retention': unused,
  'log.retentionPreview': unused,
  'log.setRetention': unused,
  'log.heldAnswers': unused,
  'callback.listener': unused,
  'callback.setListener': unused,
  'callback.page': unused,
  'callback.raw': unused,
  'request.confirmKnown': unused,
};

function dispatchWith(handlers: Partial<Handlers>) {
  const bugs: unknown[] = [];
  const dispatch = createDispatch(
    { ...none, ...handlers },
    async () => ok(ACTOR),
    (text) => text.replaceAll('topsecret', '•'),
    (error) => bugs.push(error),
  );
  return { dispatch, bugs };
}

describe('dispatch', () => {
  it.each(['', 'nope', 'toString', '__proto__', 'constructor'])(
    'knows no operation %j',
    async (name) => {
      const { dispatch } = dispatchWith({});
      expect(await dispatch(PAGE, name, {})).toMatchObject({
        error: { code: 'unknown_operation' },
      });
    },
  );

  it('checks the input of every operation before its handler sees it', async () => {
    const { dispatch, bugs } = dispatchWith({});
    for (const name of OPERATION_NAMES) {
      for (const input of [undefined, null, 7, [], { surprise: 1 }]) {
        expect(await dispatch(PAGE, name, input)).toMatchObject({
          error: { code: 'invalid_input' },
        });
      }
    }
    expect(bugs).toEqual([]);
  });

  it('refuses a key that zod would leave out of a record without a word', async () => {
    const { dispatch } = dispatchWith({});
    const text = '{"id":null,"setUp":{"confirmAbove":{"RUB":1,"__proto__":{"UZS":1}}}}';
    expect(await dispatch(PAGE, 'profile.save', JSON.parse(text))).toMatchObject({
      error: { code: 'invalid_input', detail: 'a key that no input has' },
    });
  });

  it('checks the output', async () => {
    const { dispatch, bugs } = dispatchWith({
      'app.info': async () =>
        ok({
          version: '1',
          host: { kind: 'electron', live: true },
          dataDir: '/',
          updates: { state: 'off' },
          setAside: [],
          extra: 1,
        }),
    });
    const reply = await dispatch(PAGE, 'app.info', {});
    expect(reply).toMatchObject({ ok: false, error: { code: 'invalid_output' } });
    expect(bugs).toHaveLength(1);
  });

  it('lets nothing through that the output schema does not name', async () => {
    const leaky = { orderId: 'A', secret: 'topsecret' };
    const { dispatch } = dispatchWith({ 'order.suggest': async () => ok(leaky) });
    const reply = await dispatch(PAGE, 'order.suggest', { profileId: 'sandbox', flow: 'create' });
    expect(reply).toMatchObject({ ok: false, error: { code: 'invalid_output' } });
    expect(JSON.stringify(reply)).not.toContain('topsecret');
  });

  it('turns a throw into internal, without secrets, and reports the bug', async () => {
    const bug = new Error('broke on topsecret');
    const { dispatch, bugs } = dispatchWith({
      'settings.get': () => {
        throw bug;
      },
      'profile.choose': unused,
      'profile.list': () => Promise.reject(bug),
    });
    for (const name of ['settings.get', 'profile.list']) {
      expect(await dispatch(PAGE, name, {})).toEqual({
        ok: false,
        error: { code: 'internal', detail: 'Error: broke on •' },
      });
    }
    expect(bugs).toEqual([bug, bug]);
  });
});
