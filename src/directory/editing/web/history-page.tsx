import { Button } from '@mantine/core'
import { IconArrowBackUp, IconChevronLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import type { ListingChange, ListingKind } from '#directory/listings/listing-change.ts'
import { fieldsOf } from '#directory/services/service-document.ts'
import { notify } from '#platform/web/notify.ts'
import { timeInWords } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { type EditedListing, isSameValue, type ListingHistory } from '../listing-editing.ts'
import classes from './editing.module.css'
import { listingName, useFieldWords } from './field-words.ts'
import { editorPath, getEdited, listHistory, restoreListing, tellRefusal } from './listing-calls.ts'

interface Loaded {
  listing: EditedListing
  history: ListingHistory
}

/** Which kind it is, the path says by the name of its parameter. */
export async function loader({ params, request: { signal } }: LoaderFunctionArgs): Promise<Loaded> {
  const keys: [ListingKind, string | undefined][] = [
    ['service', params.serviceId],
    ['location', params.locationId],
    ['organization', params.organizationId],
  ]
  const [kind, id = ''] = keys.find(([, given]) => given) ?? ['service' as const]
  const key = { kind, id }
  const [listing, history] = await Promise.all([
    getEdited<EditedListing>(key, { signal }),
    listHistory(key, null, { signal }),
  ])
  return { listing, history }
}

/** All values at an earlier version: the present ones without what changed later. @param changes newest first */
const valuesAt = (listing: EditedListing, changes: ListingChange[], version: number): Record<string, unknown> =>
  Object.assign(
    { ...fieldsOf(listing.values) },
    ...changes.filter((change) => change.version > version).map(({ before }) => before),
  )

/** Who changed a listing, when, and what; any earlier version can be shown and restored. */
export function Screen() {
  const { t } = useTranslation(['editing', 'platform'])
  const { listing, history } = useLoaderData<Loaded>()
  const { revalidate } = useRevalidator()
  const [more, setMore] = useState<{ from: ListingHistory; page: ListingHistory } | null>(null)
  const [isLoading, setLoading] = useState(false)
  const [shown, setShown] = useState<number | null>(null)
  // Further pages belong to the first one that was loaded.
  const { items, nextCursor } = more?.from === history ? more.page : history
  const showMore = async () => {
    setLoading(true)
    try {
      const next = await listHistory(listing, nextCursor)
      setMore({ from: history, page: { ...next, items: [...items, ...next.items] } })
    } catch {
      notify(t('platform:notice.wentWrong'), 'bad')
    } finally {
      setLoading(false)
    }
  }
  const startAgain = () => {
    setShown(null)
    void revalidate()
  }
  const first = items.at(-1)
  return (
    <div className={classes.page}>
      <p className={classes.crumb}>
        <Link to={editorPath(listing)}>
          <IconChevronLeft size={18} aria-hidden /> {listingName(listing)}
        </Link>
      </p>
      <PageHeading title={t('history.title')} lead={t('history.lead')} />
      {items.length === 0 && <EmptyState title={t('history.emptyTitle')}>{t('history.emptyText')}</EmptyState>}
      <ol className={classes.history}>
        {items.map((change, at) => (
          <li key={change.version}>
            <Change change={change} listing={listing} {...(at > 0 ? { onShow: () => setShown(change.version) } : {})} />
          </li>
        ))}
      </ol>
      {nextCursor && (
        <Button variant="default" loading={isLoading} onClick={showMore}>
          {t('history.more')}
        </Button>
      )}
      {first && !nextCursor && first.cause !== 'added' && (
        <Button variant="default" className={classes.first ?? ''} onClick={() => setShown(first.version - 1)}>
          {t('history.first')}
        </Button>
      )}
      {shown !== null && (
        <VersionDialog
          listing={listing}
          version={shown}
          values={valuesAt(listing, items, shown)}
          onClose={() => setShown(null)}
          onChanged={startAgain}
        />
      )}
    </div>
  )
}

interface ChangeProps {
  change: ListingChange
  listing: EditedListing
  onShow?: () => void
}

function Change({ change, listing, onShow }: ChangeProps) {
  const { t } = useTranslation('editing')
  const { labelOf, valueText } = useFieldWords(listing)
  const { version, changedOn, changedBy, cause, fields, before, after } = change
  const id = `change-${version}`
  return (
    <Card labelledBy={id}>
      <h2 id={id} className={classes.changeTitle}>
        {t(`history.cause.${cause === 'added' && listing.kind === 'location' ? 'addedPlace' : cause}`, {
          name: changedBy,
        })}
      </h2>
      <p className={classes.also}>
        <time dateTime={changedOn}>{timeInWords(changedOn)}</time> · {t('history.version', { version })}
      </p>
      {cause !== 'verification' && (
        <dl className={classes.values}>
          {fields.map((field) => (
            <div key={field}>
              <dt>{labelOf(field)}</dt>
              {cause !== 'added' && (
                <dd>
                  <span className={classes.which}>{t('history.before')}</span>
                  <span className={classes.value}>{valueText(field, before[field])}</span>
                </dd>
              )}
              <dd>
                <span className={classes.which}>{t('history.after')}</span>
                <span className={classes.value}>{valueText(field, after[field])}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {onShow && (
        <Button variant="default" onClick={onShow} aria-label={t('history.showVersion', { version })}>
          {t('history.show')}
        </Button>
      )}
    </Card>
  )
}

interface VersionDialogProps {
  listing: EditedListing
  version: number
  values: Record<string, unknown>
  onClose: () => void
  /** Somebody else changed the listing meanwhile. */
  onChanged: () => void
}

/** What a listing was at an earlier version; restoring it is another change. */
function VersionDialog({ listing, version, values, onClose, onChanged }: VersionDialogProps) {
  const { t } = useTranslation(['editing', 'platform'])
  const { labelOf, valueText } = useFieldWords(listing)
  const navigate = useNavigate()
  const [isSending, setSending] = useState(false)
  const present = fieldsOf(listing.values)
  const fields = Object.keys(present)
  const isOther = (field: string) => !isSameValue(values[field], present[field])
  const restore = async () => {
    setSending(true)
    try {
      await restoreListing(listing, version, listing.version)
      notify(t('history.restored', { version }))
      navigate(editorPath(listing))
    } catch (error) {
      setSending(false)
      if (tellRefusal(error)) onChanged()
    }
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('history.version', { version })}
      size="lg"
      closeButtonProps={{ 'aria-label': t('platform:form.close') }}
    >
      <dl className={classes.values}>
        {fields
          .filter((field) => isOther(field) || valueText(field, values[field]) !== t('field.empty'))
          .map((field) => (
            <div key={field} data-other={isOther(field) || undefined}>
              <dt>
                {labelOf(field)}
                {isOther(field) && <span className={classes.which}> {t('history.other')}</span>}
              </dt>
              <dd className={classes.value}>{valueText(field, values[field])}</dd>
            </div>
          ))}
      </dl>
      <Button
        loading={isSending}
        disabled={!fields.some(isOther)}
        leftSection={<IconArrowBackUp size={20} aria-hidden />}
        onClick={restore}
      >
        {t('history.restore')}
      </Button>
    </Dialog>
  )
}
