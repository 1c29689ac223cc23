import { Button } from '@mantine/core'
import { IconChevronLeft, IconEye, IconHistory, IconPhone, IconShieldCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { managerRoles } from '#directory/services/directory-policy.ts'
import { VerifiedLine } from '#directory/services/web/service-view-public.tsx'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { type ContractForm, fieldErrorsOf } from '#platform/web/contract-form.ts'
import { DraftGate } from '#platform/web/draft-gate.tsx'
import { notify } from '#platform/web/notify.ts'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import type { EditedListing, ListingPreview } from '../listing-editing.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import classes from './editing.module.css'
import { listingName } from './field-words.ts'
import { conflictOf, editorPath, listingPath, previewListing, tellRefusal, verifyListing } from './listing-calls.ts'
import { PreviewDialog } from './preview-dialog.tsx'
import {
  draftName,
  fillDraft,
  focusField,
  hasPlaceFor,
  type ListingDraft,
  type ListingFill,
  useListingForm,
} from './use-listing-form.ts'

type Fields<Edited extends EditedListing> = (listing: Edited, form: ContractForm) => ReactNode

interface ListingEditorProps<Edited extends EditedListing> {
  loaded: Edited
  /** The fields of its form. */
  children: Fields<Edited>
}

/** An organization edits one of its listings. */
export function ListingEditor<Edited extends EditedListing>({ loaded, children }: ListingEditorProps<Edited>) {
  const { t } = useTranslation('editing')
  const [confirmed, setConfirmed] = useState<Edited | null>(null)
  // Another listing was opened, or this one again.
  const listing = confirmed?.id === loaded.id && confirmed.version >= loaded.version ? confirmed : loaded
  const { kind } = listing
  const fill = (useLocation().state as { fill?: ListingFill } | null)?.fill
  return (
    <div className={classes.page}>
      <p className={classes.crumb}>
        <Link to={listingPath(listing)}>
          <IconChevronLeft size={18} aria-hidden /> {t('edit.back')}
        </Link>
      </p>
      <PageHeading
        title={listingName(listing)}
        lead={t(listing.isListed ? `edit.lead.${kind}` : `edit.notListed.${kind}`, {
          organization: shownName(listing.organizationName),
        })}
        action={
          <Button
            component={Link}
            to={`${editorPath(listing)}/history`}
            variant="default"
            leftSection={<IconHistory size={20} aria-hidden />}
          >
            {t('history.open')}
          </Button>
        }
      />
      <DraftGate<ListingDraft> key={listing.id} name={draftName(listing)} nameOf={({ name }) => name}>
        {(draft) => (
          <ListingForm
            key={listing.version}
            listing={listing}
            draft={listing === loaded ? fillDraft(loaded, draft, fill) : null}
            fill={fill}
            fields={children}
            onConfirmed={(now) => setConfirmed(now as Edited)}
          />
        )}
      </DraftGate>
    </div>
  )
}

interface ListingFormProps<Edited extends EditedListing> {
  listing: Edited
  draft: ListingDraft | null
  fill: ListingFill | undefined
  fields: Fields<Edited>
  onConfirmed: (listing: EditedListing) => void
}

function ListingForm<Edited extends EditedListing>({
  listing,
  draft,
  fill,
  fields,
  onConfirmed,
}: ListingFormProps<Edited>) {
  const { t } = useTranslation(['editing', 'platform'])
  const navigate = useNavigate()
  const [preview, setPreview] = useState<ListingPreview | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const { form, base, changes, mine, count, conflict, settle, forget } = useListingForm(listing, draft, (saved) =>
    fill ? navigate(fill.doneTo, { state: fill.done }) : navigate(listingPath(saved)),
  )
  useEffect(() => focusField(fill), [fill])
  const showPreview = async () => {
    if (!form.check()) return void form.submit()
    try {
      setPreview(await previewListing(listing, { version: base.version, changes }))
    } catch (error) {
      // Saving shows both versions.
      if (conflictOf(error)) return form.submit()
      const errors = fieldErrorsOf(error, form.texts)
      form.setErrors(errors)
      const paths = Object.keys(errors)
      if (!paths.length || !paths.every((path) => hasPlaceFor(listing.kind, path)))
        notify(t('platform:notice.wentWrong'), 'bad')
    }
  }
  return (
    <>
      <Confirm
        listing={listing}
        hasChanges={count > 0}
        isSending={isConfirming}
        onSending={setConfirming}
        onConfirmed={onConfirmed}
      />
      <form className={classes.form} noValidate onSubmit={form.submit}>
        {fill && (
          <div className={classes.conflict}>
            <h2>{t('edit.suggested')}</h2>
            {fill.words.map((words) => (
              <p key={words} className={classes.value}>
                {words}
              </p>
            ))}
            <p>{t('edit.suggestedText')}</p>
          </div>
        )}
        {conflict && <ConflictNotice conflict={conflict} mine={mine} onSettle={(theirs) => settle(conflict, theirs)} />}
        {/* The form starts again with what was confirmed. */}
        <fieldset className={classes.whole} disabled={isConfirming}>
          {fields(listing, form)}
        </fieldset>
        <div className={classes.save} data-unsaved={count > 0 || undefined}>
          <div className={classes.unsaved}>
            <span role="status">{count > 0 ? t('edit.unsaved', { count }) : t('edit.nothing')}</span>
            {count > 0 && (
              <Button component={Link} to={listingPath(listing)} variant="subtle" onClick={() => void forget()}>
                {t('edit.discard')}
              </Button>
            )}
          </div>
          <div className={classes.actions}>
            <Button variant="default" leftSection={<IconEye size={20} aria-hidden />} onClick={showPreview}>
              {t('preview.open')}
            </Button>
            <Button type="submit" loading={form.isSending} disabled={count === 0 || conflict !== null}>
              {t('platform:form.save')}
            </Button>
          </div>
        </div>
      </form>
      {preview && (
        <PreviewDialog
          kind={listing.kind}
          preview={preview}
          firstPlace={listing.kind === 'location' ? listing.id : null}
          onClose={() => setPreview(null)}
        />
      )}
    </>
  )
}

interface ConfirmProps {
  listing: EditedListing
  hasChanges: boolean
  isSending: boolean
  onSending: (isSending: boolean) => void
  /** Receives the listing as it is now, also if somebody else changed it and nothing was confirmed. */
  onConfirmed: (listing: EditedListing) => void
}

/** One click says that everything about the listing still holds. */
function Confirm({ listing, hasChanges, isSending, onSending, onConfirmed }: ConfirmProps) {
  const { t } = useTranslation('editing')
  const user = knownUser()
  const mayCall = userHasRole(user, ...managerRoles) && user?.organizationId !== listing.organizationId
  const confirm = async (byPhone: boolean) => {
    onSending(true)
    try {
      const confirmed = await verifyListing(listing, listing.version, byPhone)
      onConfirmed(confirmed)
      notify(t(confirmed.isListed ? `confirm.done.${listing.kind}` : `confirm.doneNotListed.${listing.kind}`))
    } catch (error) {
      const current = tellRefusal(error)
      if (current) onConfirmed(current)
    } finally {
      onSending(false)
    }
  }
  return (
    <div className={classes.confirm}>
      <VerifiedLine assuredDate={listing.assuredDate} />
      <div className={classes.actions}>
        {mayCall && (
          <Button
            variant="default"
            leftSection={<IconPhone size={20} aria-hidden />}
            disabled={hasChanges || isSending}
            onClick={() => void confirm(true)}
          >
            {t('confirm.byPhone')}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconShieldCheck size={20} aria-hidden />}
          loading={isSending}
          disabled={hasChanges}
          onClick={() => void confirm(false)}
        >
          {t('confirm.all')}
        </Button>
      </div>
    </div>
  )
}
