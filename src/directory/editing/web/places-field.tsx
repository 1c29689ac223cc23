import { MultiSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ContractForm } from '#platform/web/contract-form.ts'
import type { EditedService } from '../listing-editing.ts'
import classes from './editing.module.css'
import { placeName } from './field-words.ts'

interface PlacesFieldProps {
  service: EditedService
  form: ContractForm
  state: string | undefined
}

/** Where a service is given: places of its organization, and places of others that its directory named. */
export function PlacesField({ service, form, state }: PlacesFieldProps) {
  const { t } = useTranslation('editing')
  const ids = form.values.locationIds as string[]
  const own = new Set(service.ownPlaces.map(({ id }) => id))
  const all = [...service.ownPlaces, ...service.places.filter(({ id }) => !own.has(id))]
  const known = new Set(all.map(({ id }) => id))
  const labels = all.map((place) => [
    place.id,
    [placeName(place), place.name && place.address].filter(Boolean).join(' – '),
  ])
  const former = ids.filter((id) => !known.has(id)).map((id) => [id, t('field.formerPlace')])
  const stored = new Set(service.values.locationIds)
  return (
    <div className={classes.fields}>
      <MultiSelect
        label={t('field.locationIds')}
        description={[state, t('places.help')].filter(Boolean).join(' · ')}
        searchable
        size="md"
        classNames={{ pill: classes.pill ?? '' }}
        data={[...labels, ...former].map(([value = '', label = '']) => ({ value, label }))}
        value={ids}
        onChange={(chosen) => form.set('locationIds', [...chosen].sort())}
        nothingFoundMessage={t('places.none')}
        checkIconPosition="right"
      />
      {ids.some((id) => !stored.has(id)) && <p className={classes.also}>{t('places.hoursLater')}</p>}
    </div>
  )
}
