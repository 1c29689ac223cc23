import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { EditedService } from '../listing-editing.ts'
import { getEdited } from './listing-calls.ts'
import { ListingEditor } from './listing-editor.tsx'
import { ServiceFields } from './service-fields.tsx'

export const loader = ({ params, request }: LoaderFunctionArgs) =>
  getEdited<EditedService>({ kind: 'service', id: params.serviceId ?? '' }, { signal: request.signal })

/** An organization edits one of its services. */
export function Screen() {
  return (
    <ListingEditor loaded={useLoaderData<EditedService>()}>
      {(service, form) => <ServiceFields service={service} form={form} />}
    </ListingEditor>
  )
}
