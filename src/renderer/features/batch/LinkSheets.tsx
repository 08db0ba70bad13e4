import { IconPrinter } from '@tabler/icons-react';
import { type ReactNode, memo, useState } from 'react';
import { Link } from 'wouter';

import { type Batch, type BatchLink, MAX_SHEET_LINKS } from '#shared/domain/batch.ts';

import { useRecordCopy } from '../../client/clipboard.ts';
import { useDesk, usePrivacy } from '../../client/deskContext.ts';
import { requestHref } from '../../client/requests.ts';
import { useSay } from '../../i18n/i18n.ts';
import { countText, moneyText } from '../../text/numbers.ts';
import { fitsInQr } from '../../text/requisites.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { useInSteps, useRowTimes } from '../../ui/hooks.ts';
import { ListTable } from '../../ui/ListTable.tsx';
import { moveFocus } from '../../ui/moveFocus.ts';
import { ActionError, QueryError } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { batchName } from './batchText.ts';
import styles from './LinkSheets.module.css';
import { QrCards, payerOf } from './QrCards.tsx';
import { useLinks, useTakeLinks } from './queries.ts';

export type SheetKind = 'links' | 'qr';

/** A sheet of hundreds is drawn frame by frame, so that the window answers meanwhile. */
const IN_A_FRAME: Readonly<Record<SheetKind, number>> = { links: 20, qr: 6 };

type Props = {
  readonly batch: Batch;
  readonly kind: SheetKind;
  readonly onClose: () => void;
};

/** All links of a batch at once: a list to copy from, or QR codes to print. Large batches have several sheets. */
export function LinkSheets({ batch, kind, onClose }: Props): ReactNode {
  const say = useSay();
  // The last row before each sheet that was opened; the first sheet begins before all of them.
  const [starts, setStarts] = useState<readonly number[]>([0]);
  const sheet = { batchId: batch.batchId, after: starts.at(-1) ?? 0 };
  const links = useLinks(sheet);
  const loaded = links.data ?? null;
  const rows = loaded?.rows ?? [];
  const last = rows.at(-1)?.row ?? 0;
  const ready = rows.filter(({ link }) => link !== null && (kind === 'links' || fitsInQr(link)));
  const shown = kind === 'links' ? rows : ready;
  const drawn = shown.slice(0, useInSteps(sheet.after, shown.length, IN_A_FRAME[kind]));
  const isSeveral = starts.length > 1 || loaded?.isLast === false;
  const title = say(`batch.${kind}.title`);
  return (
    <section className={`${styles.sheet} panel pad-20 stack gap-16`} aria-label={title}>
      <div className="row wrap middle gap-12">
        <h2 className="text-16 bold">{title}</h2>
        <span className={styles.onPaper}>{batchName(batch, say)}</span>
        <span className="muted">
          {isSeveral && `${say('batch.links.sheet', { number: starts.length })} · `}
          {say('batch.links', { count: ready.length, shown: countText(ready.length) })}
        </span>
        <div className="row wrap middle gap-8 push unprinted">
          {loaded !== null && ready.length > 0 && (
            <Take
              kind={kind}
              sheet={sheet}
              text={loaded.text}
              isDrawn={drawn.length === shown.length}
            />
          )}
          <Button size="xs" variant="subtle" onClick={onClose}>
            {say('batch.handOut.close')}
          </Button>
        </div>
      </div>
      <QueryError of={links} />
      {loaded === null && links.error === null && <Skeleton height={240} />}
      {loaded !== null && kind === 'links' && <LinkTable rows={drawn} />}
      {loaded !== null && kind === 'qr' && (
        <>
          <KeptBack count={rows.length - ready.length} />
          <QrCards rows={drawn} isTest={batch.mode === 'sandbox'} />
        </>
      )}
      {isSeveral && (
        <div className="row wrap gap-8 unprinted">
          <Button
            size="xs"
            variant="default"
            disabled={starts.length === 1}
            onClick={() => setStarts(starts.slice(0, -1))}
          >
            {say('batch.links.before', { count: MAX_SHEET_LINKS })}
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={loaded?.isLast !== false}
            onClick={() => setStarts([...starts, last])}
          >
            {say('batch.links.next', { count: MAX_SHEET_LINKS })}
          </Button>
        </div>
      )}
    </section>
  );
}

type TakeProps = {
  readonly kind: SheetKind;
  readonly sheet: { readonly batchId: string; readonly after: number };
  readonly text: string;
  readonly isDrawn: boolean;
};

/** Copies or prints the whole sheet. Both are on record as an export, and tick no row: no customer has their link yet. */
function Take({ kind, sheet, text, isDrawn }: TakeProps): ReactNode {
  const say = useSay();
  const privacy = usePrivacy();
  const take = useTakeLinks();
  const asked = { ...sheet, count: MAX_SHEET_LINKS };
  if (kind === 'links') {
    return (
      <CopyButton
        label={say('batch.links.copy')}
        text={text}
        onCopied={() =>
          take.mutateAsync({ ...asked, take: 'copied' }).then(
            () => true,
            () => false,
          )
        }
      />
    );
  }
  const print = (): void => {
    take.mutate({ ...asked, take: 'printed' }, { onSuccess: () => window.print() });
  };
  return (
    <>
      {privacy.on && <p className="text-13 muted">{say('batch.qr.private')}</p>}
      <Button
        size="xs"
        disabled={privacy.on || !isDrawn}
        loading={take.isPending}
        leftSection={<IconPrinter size={14} aria-hidden="true" />}
        onClick={print}
      >
        {say('handOver.print')}
      </Button>
      <ActionError error={take.error} />
    </>
  );
}

type RowsProps = { readonly rows: readonly BatchLink[] };

/** Arrow keys go from one copy button to the next, Enter copies. */
function LinkTable({ rows }: RowsProps): ReactNode {
  const say = useSay();
  return (
    <div
      role="presentation"
      onKeyDown={(event) => {
        moveFocus(event, 'button', 'column');
      }}
    >
      <ListTable
        caption={say('batch.links.title')}
        className={styles.list}
        columns={(['row', 'customer', 'amount', 'link', 'handedOut', 'copy'] as const).map(
          (key) => ({ key, label: key === 'copy' ? '' : say(`batch.column.${key}`) }),
        )}
      >
        {rows.map((row) => (
          <KeptRow key={row.intentId} row={row} />
        ))}
      </ListTable>
    </div>
  );
}

/** One copy changes one row of hundreds. */
const KeptRow = memo(LinkRow);

function LinkRow({ row }: { readonly row: BatchLink }): ReactNode {
  const say = useSay();
  const { hide } = usePrivacy();
  const { language } = useDesk().settings;
  const times = useRowTimes();
  const recordCopy = useRecordCopy(row.intentId);
  const { link, why, customer } = row;
  return (
    <tr>
      <td className="mono text-12 muted">{row.row}</td>
      <td data-column="customer" title={hide(customer)}>
        {hide(customer)}
      </td>
      <td data-column="amount">{hide(moneyText(row.cents, row.currency, language))}</td>
      <td data-column="link" className={link === null ? 'muted' : 'mono text-12'}>
        {link !== null && <span title={hide(link)}>{hide(link)}</span>}
        {why !== null && (
          <>
            {say(`batch.links.why.${why}`)}{' '}
            <Link href={requestHref(row.intentId)}>{say('batch.openRequest')}</Link>
          </>
        )}
      </td>
      <td className="mono text-12">
        {row.handedOutAt !== null && (
          <time dateTime={row.handedOutAt}>{times.short(row.handedOutAt)}</time>
        )}
      </td>
      <td data-column="copy">
        {link !== null && (
          <CopyButton
            label={say('batch.links.copyOne', { customer: hide(payerOf(row)) })}
            shortLabel={say('copy.do')}
            text={link}
            linkOf={row.intentId}
            onCopied={(text, copied) => recordCopy('url', text, copied)}
          />
        )}
      </td>
    </tr>
  );
}

/** Rows that have no card: without a link to hand out, or with one that no QR code holds. */
function KeptBack({ count }: { readonly count: number }): ReactNode {
  const say = useSay();
  if (count === 0) return null;
  return (
    <p className="muted unprinted">{say('batch.links.kept', { count, shown: countText(count) })}</p>
  );
}
