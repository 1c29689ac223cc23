import { Button, Group } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { useContractForm } from '#platform/web/contract-form.ts'
import { DraftGate, markDraftHere } from '#platform/web/draft-gate.tsx'
import { notify } from '#platform/web/notify.ts'
import { randomUuid } from '#platform/web/random-uuid.ts'
import { useSavedDraft } from '#platform/web/use-draft-keeper.ts'
import { Card } from '#ui/card.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { type Listings, NewPlace } from '../listing-editing.ts'
import classes from './editing.module.css'
import { placeName } from './field-words.ts'
import { addPlace, editorPath, getListings, listingPath } from './listing-calls.ts'
import { NewPlaceFields } from './new-place-fields.tsx'

export const loader = ({ request }: LoaderFunctionArgs) =>
  getListings(new URL(request.url).searchParams.get('organizationId'), { signal: request.signal })

const draftName = (organizationId: string) => `newPlace:${organizationId}`
interface Draft {
  draftId: string
  values: Record<string, unknown>
  isConfidential: boolean
}

/** Where a new place is; its hours and telephone come next. */
export function Screen() {
  const { t } = useTranslation('editing')
  const { organization } = useLoaderData<Listings>()
  return (
    <div className={classes.page}>
      <PageHeading
        title={t('newPlace.title')}
        lead={t('newPlace.lead', { organization: shownName(organization.name) })}
      />
      <DraftGate<Draft>
        key={organization.id}
        name={draftName(organization.id)}
        nameOf={({ values }) => String(values.name || values.address1 || '')}
      >
        {(draft) => <PlaceForm organization={organization} draft={draft} />}
      </DraftGate>
    </div>
  )
}

const empty = Object.fromEntries(Object.keys(NewPlace.shape).map((name) => [name, '']))

function PlaceForm({ organization, draft }: { organization: Listings['organization']; draft: Draft | null }) {
  const { t } = useTranslation(['editing', 'platform'])
  const navigate = useNavigate()
  const [draftId] = useState(() => draft?.draftId ?? randomUuid())
  const [isConfidential, setConfidential] = useState(draft?.isConfidential ?? false)
  const form = useContractForm({
    contract: NewPlace,
    texts: 'editing',
    initial: draft?.values ?? empty,
    onSubmit: async (place) => {
      const added = await addPlace({ ...place, id: draftId, organizationId: organization.id, isConfidential })
      await keeper.forget()
      notify(t('newPlace.added', { place: placeName(added) }))
      const isHidden = added.isConfidential && !added.address
      navigate(
        isHidden ? listingPath({ organizationId: organization.id }) : editorPath({ kind: 'location', id: added.id }),
        { replace: true },
      )
    },
  })
  const kept = useMemo(
    (): Draft | null =>
      Object.values(form.values).some(Boolean) ? { draftId, values: form.values, isConfidential } : null,
    [draftId, form.values, isConfidential],
  )
  useEffect(() => {
    if (kept) markDraftHere(kept.draftId)
  }, [kept])
  const keeper = useSavedDraft(draftName(organization.id), kept)
  return (
    <form className={classes.form} noValidate onSubmit={form.submit}>
      <Card>
        <div className={classes.fields}>
          <NewPlaceFields form={form} isConfidential={isConfidential} onConfidential={setConfidential} />
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
          {t('newPlace.save')}
        </Button>
      </Group>
    </form>
  )
}
