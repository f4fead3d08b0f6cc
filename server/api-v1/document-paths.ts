/** Describes the calls for programs; nobody needs a token for it. */
export const V1_DOCUMENT_PATH = '/v1/openapi.json';
