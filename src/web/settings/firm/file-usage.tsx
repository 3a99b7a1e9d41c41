import { useQuery } from '@tanstack/react-query';
import { api } from '../../data/api.ts';
import { useFormats } from '../../data/formats.ts';
import { fileSize } from '../../fields/file-size.ts';
import { Failure } from '../../parts/failure/failure.tsx';

/** The number of the firm's files, and how much of its room they take. */
export function FileUsage() {
  const { count } = useFormats();
  const { data, error, refetch } = useQuery({
    queryKey: ['files', 'usage'],
    queryFn: async ({ signal }) => (await api.send('GET /file_usage', { signal })).body.file_usage,
  });
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <p className="quiet">Loading…</p>;
  const { files, bytes, limit, trash_bytes: trash } = data;
  const size = (one: number): string => fileSize(one, count);
  return (
    <>
      <p>
        {count(files)} {files === 1 ? 'file' : 'files'}: {size(bytes)}
        {limit !== null ? ` of ${size(limit)}` : ''}.{trash > 0 && ` ${size(trash)} of that in the trash.`}
      </p>
      {limit !== null && <progress aria-label="Room that the files take" value={bytes} max={limit} />}
    </>
  );
}
