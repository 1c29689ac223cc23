import { Button, Checkbox, Group } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { fieldErrorsOf, useContractForm } from '#platform/web/contract-form.ts'
import { DraftGate, markDraftHere } from '#platform/web/draft-gate.tsx'
import { Field } from '#platform/web/field.tsx'
import { notify } from '#platform/web/notify.ts'
import { randomUuid } from '#platform/web/random-uuid.ts'
import { useSavedDraft } from '#platform/web/use-draft-keeper.ts'
import { Card } from '#ui/card.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { FirstWords, type Listings, NewPlace } from '../listing-editing.ts'
import classes from './editing.module.css'
import { placeName } from './field-words.ts'
import { addService, getListings, listingPath } from './listing-calls.ts'
import { NewPlaceFields } from './new-place-fields.tsx'

export const loader = ({ request }: LoaderFunctionArgs) =>
  getListings(new URL(request.url).searchParams.get('organizationId'), { signal: request.signal })

const draftName = (organizationId: string) => `newService:${organizationId}`
interface Draft {
  draftId: string
  placeId?: string
  values: Record<string, unknown>
  place: Record<string, unknown>
  locationIds: string[]
  isNew: boolean
  isConfidential?: boolean
}

/** The first words about a service, and where it is; its hours and telephone come next. */
export function Screen() {
  const { t } = useTranslation('editing')
  const listings = useLoaderData<Listings>()
  const { id, name } = listings.organization
  return (
    <div className={classes.page}>
      <PageHeading title={t('new.title')} lead={t('new.lead', { organization: shownName(name) })} />
      <DraftGate<Draft> key={id} name={draftName(id)} nameOf={({ values }) => String(values.name ?? '')}>
        {(draft) => <NewService listings={listings} draft={draft} />}
      </DraftGate>
    </div>
  )
}

/** Whether an error belongs to a field of the new place; a name is the service's. */
const isOfPlace = (path: string) => path in NewPlace.shape && !(path in FirstWords.shape)

const emptyOf = (names: string[]) => Object.fromEntries(names.map((name) => [name, '']))

function NewService({ listings: { organization, places }, draft }: { listings: Listings; draft: Draft | null }) {
  const { t } = useTranslation(['editing', 'platform'])
  const navigate = useNavigate()
  const [locationIds, setLocationIds] = useState(() =>
    (draft?.locationIds ?? []).filter((id) => places.some((one) => one.id === id)),
  )
  const [isNew, setNew] = useState(draft?.isNew ?? false)
  const [isConfidential, setConfidential] = useState(draft?.isConfidential ?? false)
  const place = useContractForm({
    contract: NewPlace,
    texts: 'editing',
    initial: draft?.place ?? emptyOf(Object.keys(NewPlace.shape)),
    onSubmit: async () => undefined,
  })
  const form = useContractForm({
    contract: FirstWords,
    texts: 'editing',
    initial: draft?.values ?? emptyOf(Object.keys(FirstWords.shape)),
    onSubmit: async (values) => {
      if (isNew && !place.check()) return place.submit()
      const newPlace = isNew
        ? { ...NewPlace.parse({ ...place.values, name: place.values.name || null }), isConfidential, id: placeId }
        : null
      const added = await addService({ ...values, id: draftId, organizationId: organization.id, locationIds, newPlace })
      await keeper.forget()
      notify(t(added.isListed ? 'new.added' : 'new.addedNotListed', { name: added.values.name }))
      navigate(`/organization/listing/${added.id}`, { replace: true })
    },
    onInvalid: () => {
      if (isNew) place.check()
    },
    onFailure: (error) => {
      const errors = Object.entries(fieldErrorsOf(error, 'editing'))
      place.setErrors(Object.fromEntries(errors.filter(([path]) => isOfPlace(path))))
      if (!errors.length || !errors.every(([path]) => isOfPlace(path) || path in FirstWords.shape))
        notify(t('edit.failed'), 'bad')
    },
  })
  const [draftId] = useState(() => draft?.draftId ?? randomUuid())
  const [placeId] = useState(() => draft?.placeId ?? randomUuid())
  const kept = useMemo((): Draft | null => {
    const isTyped = [form.values, place.values].some((values) => Object.values(values).some(Boolean))
    const values = { values: form.values, place: place.values, locationIds, isNew, isConfidential }
    return isTyped ? { draftId, placeId, ...values } : null
  }, [draftId, placeId, form.values, place.values, locationIds, isNew, isConfidential])
  useEffect(() => {
    if (kept) markDraftHere(kept.draftId)
  }, [kept])
  const keeper = useSavedDraft(draftName(organization.id), kept)
  return (
    <form className={classes.form} noValidate onSubmit={form.submit}>
      <Card>
        <div className={classes.fields}>
          <Field form={form} name="name" />
          <Field form={form} name="description" />
          <Field form={form} name="eligibilityDescription" />
          <Field form={form} name="applicationProcess" />
          <Field form={form} name="feesDescription" />
        </div>
      </Card>
      <Card labelledBy="where">
        <h2 id="where">{t('new.where')}</h2>
        <div className={classes.fields}>
          {places.length > 0 && (
            <Checkbox.Group label={t('new.places')} value={locationIds} onChange={setLocationIds}>
              <div className={classes.boxes}>
                {places.map((one) => (
                  <Checkbox
                    key={one.id}
                    size="md"
                    iconColor="var(--hl-on-hearth)"
                    value={one.id}
                    label={placeName(one)}
                    description={one.name ? one.address : undefined}
                  />
                ))}
              </div>
            </Checkbox.Group>
          )}
          <Checkbox
            size="md"
            iconColor="var(--hl-on-hearth)"
            label={t('new.newPlace')}
            description={t('new.newPlaceHelp')}
            checked={isNew}
            onChange={(event) => setNew(event.currentTarget.checked)}
          />
          {isNew && <NewPlaceFields form={place} isConfidential={isConfidential} onConfidential={setConfidential} />}
        </div>
      </Card>
      <Group justify="flex-end">
        <Button
          component={Link}
          to={listingPath({ organizationId: organization.id })}
          variant="default"
          onClick={() => void keeper.forget()}
        >
          {t('platform:form.cancel')}
        </Button>
        <Button type="submit" loading={form.isSending}>
          {t('new.save')}
        </Button>
      </Group>
    </form>
  )
}
