import { Button } from '@mantine/core'
import { IconChevronLeft, IconEye, IconHistory, IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { VerifiedLine } from '#directory/services/web/service-view-public.tsx'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { DraftGate } from '#platform/web/draft-gate.tsx'
import { notify } from '#platform/web/notify.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import type { EditedService, ServicePreview } from '../service-editing.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import classes from './editing.module.css'
import { PreviewDialog } from './preview-dialog.tsx'
import {
  conflictOf,
  getEditedService,
  listingPath,
  previewService,
  tellRefusal,
  verifyService,
} from './service-calls.ts'
import { ServiceFields } from './service-fields.tsx'
import { draftName, type ServiceDraft, useServiceForm } from './use-service-form.ts'

export const loader = ({ params, request }: LoaderFunctionArgs) =>
  getEditedService(params.serviceId ?? '', { signal: request.signal })

/** An organization edits one of its services. */
export function Screen() {
  const { t } = useTranslation('editing')
  const loaded = useLoaderData<EditedService>()
  const [confirmed, setConfirmed] = useState<EditedService | null>(null)
  // Another service was opened, or this one again.
  const service = confirmed?.id === loaded.id && confirmed.version >= loaded.version ? confirmed : loaded
  return (
    <div className={classes.page}>
      <p className={classes.crumb}>
        <Link to={listingPath(service)}>
          <IconChevronLeft size={18} aria-hidden /> {t('edit.back')}
        </Link>
      </p>
      <PageHeading
        title={service.values.name}
        lead={t(service.isListed ? 'edit.lead' : 'edit.notListed', {
          organization: shownName(service.organizationName),
        })}
        action={
          <Button
            component={Link}
            to={`/organization/listing/${service.id}/history`}
            variant="default"
            leftSection={<IconHistory size={20} aria-hidden />}
          >
            {t('history.open')}
          </Button>
        }
      />
      <DraftGate<ServiceDraft> key={service.id} name={draftName(service.id)} nameOf={({ name }) => name}>
        {(draft) => (
          <ServiceForm
            key={service.version}
            service={service}
            draft={service === loaded ? draft : null}
            onConfirmed={setConfirmed}
          />
        )}
      </DraftGate>
    </div>
  )
}

interface ServiceFormProps {
  service: EditedService
  draft: ServiceDraft | null
  onConfirmed: (service: EditedService) => void
}

function ServiceForm({ service, draft, onConfirmed }: ServiceFormProps) {
  const { t } = useTranslation(['editing', 'platform'])
  const navigate = useNavigate()
  const [preview, setPreview] = useState<ServicePreview | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const { form, base, changes, changed, count, conflict, settle, forget } = useServiceForm(service, draft, (saved) =>
    navigate(listingPath(saved)),
  )
  const showPreview = async () => {
    if (!form.check()) return void form.submit()
    try {
      setPreview(await previewService(service.id, { version: base.version, changes }))
    } catch (error) {
      // Saving shows both versions.
      if (conflictOf(error)) return form.submit()
      notify(t('platform:notice.wentWrong'), 'bad')
    }
  }
  return (
    <>
      <Confirm
        service={service}
        hasChanges={count > 0}
        isSending={isConfirming}
        onSending={setConfirming}
        onConfirmed={onConfirmed}
      />
      <form className={classes.form} noValidate onSubmit={form.submit}>
        {conflict && (
          <ConflictNotice conflict={conflict} mine={changed} onSettle={(theirs) => settle(conflict, theirs)} />
        )}
        {/* The form begins anew with what was confirmed. */}
        <fieldset className={classes.whole} disabled={isConfirming}>
          <ServiceFields service={service} form={form} />
        </fieldset>
        <div className={classes.save} data-unsaved={count > 0 || undefined}>
          <div className={classes.unsaved}>
            <span role="status">{count > 0 ? t('edit.unsaved', { count }) : t('edit.nothing')}</span>
            {count > 0 && (
              <Button component={Link} to={listingPath(service)} variant="subtle" onClick={() => void forget()}>
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
      {preview && <PreviewDialog preview={preview} onClose={() => setPreview(null)} />}
    </>
  )
}

interface ConfirmProps {
  service: EditedService
  hasChanges: boolean
  isSending: boolean
  onSending: (isSending: boolean) => void
  /** Receives the service as it is now, also if somebody else changed it and nothing was confirmed. */
  onConfirmed: (service: EditedService) => void
}

/** One click says that everything about the service still holds. */
function Confirm({ service, hasChanges, isSending, onSending, onConfirmed }: ConfirmProps) {
  const { t } = useTranslation('editing')
  const confirm = async () => {
    onSending(true)
    try {
      onConfirmed(await verifyService(service.id, service.version))
      notify(t('confirm.done'))
    } catch (error) {
      const current = tellRefusal(error)
      if (current) onConfirmed(current)
    } finally {
      onSending(false)
    }
  }
  return (
    <div className={classes.confirm}>
      <VerifiedLine assuredDate={service.assuredDate} />
      <Button
        variant="default"
        leftSection={<IconShieldCheck size={20} aria-hidden />}
        loading={isSending}
        disabled={hasChanges}
        onClick={confirm}
      >
        {t('confirm.all')}
      </Button>
    </div>
  )
}
