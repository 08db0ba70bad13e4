import type { ReactNode } from 'react';

import type { OperationOutput } from '#shared/contract/operations.ts';

import { useSay } from '../../i18n/i18n.ts';
import { ShownCode as Shown } from '../../ui/ShownCode.tsx';
import { useConfirmCode } from './queries.ts';

type Props = {
  readonly shown: OperationOutput<'people.newCode'>;
  readonly onConfirmed: () => void;
  readonly onCancel: () => void;
};

/** The Supervisor code, this one time. */
export function ShownCode({ shown, onConfirmed, onCancel }: Props): ReactNode {
  const say = useSay();
  const confirm = useConfirmCode();
  const { confirmId, code } = shown;
  return (
    <Shown
      code={code}
      words={{
        title: say('people.code.title'),
        text: say('people.code.text'),
        copy: say('people.code.copy'),
        label: say('people.code.back'),
        hint: say('people.code.back.hint'),
        missing: say('people.code.missing'),
        confirm: say('people.code.confirm'),
        cancel: say('people.cancel'),
      }}
      error={confirm.error}
      isPending={confirm.isPending}
      onTyped={(typed) => confirm.mutate({ confirmId, code: typed }, { onSuccess: onConfirmed })}
      onCancel={onCancel}
    />
  );
}
