import { Button, Group } from '@mantine/core'
import { IconLock, IconMapPin } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useRevalidator } from 'react-router'
import type { ListedPlace } from '#directory/services/service-document.ts'
import { ApiError } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { Dialog } from '#ui/dialog.tsx'
import { StatusChip } from '#ui/status-chip.tsx'
import classes from './editing.module.css'
import { placeName } from './field-words.ts'
import { markPlace, removePlace } from './listing-calls.ts'

/** A place with its address, and whether that is kept from others. */
export function PlaceLine({ place, mayUnmark }: { place: ListedPlace; mayUnmark: boolean }) {
  const { t } = useTranslation('editing')
  const [asked, setAsked] = useState<Act | null>(null)
  const act = place.isConfidential ? 'unmark' : 'mark'
  // Who may not know where it is, cannot edit it.
  const isOpen = mayUnmark || !place.isConfidential
  return (
    <>
      {place.isConfidential ? <IconLock size={18} aria-hidden /> : <IconMapPin size={18} aria-hidden />}
      <div className={classes.place}>
        <span>
          {isOpen ? (
            <Link to={`/organization/place/${place.id}`}>{placeName(place)}</Link>
          ) : (
            <strong>{placeName(place)}</strong>
          )}
          {place.name && place.address && <span className={classes.addressLine}>{place.address}</span>}
        </span>
        {place.isConfidential && (
          <StatusChip tone="plum" icon={<IconLock aria-hidden />}>
            {t('list.confidential')}
          </StatusChip>
        )}
        {isOpen && (
          <Group gap="xs">
            {([act, 'remove'] as const).map((each) => (
              <Button
                key={each}
                className={classes.mark ?? ''}
                variant={each === 'remove' ? 'subtle' : 'default'}
                size="sm"
                aria-label={t(`list.${each}Place`, { place: placeName(place) })}
                onClick={() => setAsked(each)}
              >
                {t(`list.${each}`)}
              </Button>
            ))}
          </Group>
        )}
      </div>
      {asked && <PlaceDialog place={place} act={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

type Act = 'mark' | 'unmark' | 'remove'
const acts: Record<Act, (place: ListedPlace) => Promise<unknown>> = {
  mark: ({ id, version }) => markPlace(id, { version, isConfidential: true }),
  unmark: ({ id, version }) => markPlace(id, { version, isConfidential: false }),
  remove: ({ id, version }) => removePlace(id, { version, isRemoved: true }),
}

/** Says what it means that a place is confidential, is no longer, or is removed. */
function PlaceDialog({ place, act, onClose }: { place: ListedPlace; act: Act; onClose: () => void }) {
  const { t } = useTranslation(['editing', 'platform'])
  const { revalidate } = useRevalidator()
  const [isSending, setSending] = useState(false)
  const save = async () => {
    setSending(true)
    const told = await tryTo()
    await revalidate()
    notify(told.text, told.kind)
    onClose()
  }
  const tryTo = async () => {
    try {
      await acts[act](place)
      return { text: t(`list.${act === 'remove' ? 'removed' : `${act}ed`}`), kind: 'good' } as const
    } catch (error) {
      const code = error instanceof ApiError ? error.code : null
      const text =
        code === 'stale-version'
          ? 'edit.meanwhile.location'
          : code === 'place-shared'
            ? 'list.shared'
            : 'list.markFailed'
      return { text: t(text), kind: 'bad' } as const
    }
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t(`list.${act}Title`)}
      closeButtonProps={{ 'aria-label': t('platform:form.close') }}
    >
      <div className={classes.form}>
        <p>{t(`list.${act}Text`, { place: placeName(place) })}</p>
        {act === 'mark' && <p>{t('list.markTextWords')}</p>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('platform:form.cancel')}
          </Button>
          <Button loading={isSending} onClick={() => void save()}>
            {t(`list.${act}`)}
          </Button>
        </Group>
      </div>
    </Dialog>
  )
}
