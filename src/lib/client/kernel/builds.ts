import { atom, type ReadableAtom } from 'nanostores';
import { type Build, type BuildsOptions, type BuildWatch, watchBuilds } from './build-watch.ts';

export interface Builds extends BuildWatch {
  /** The newer build that was found last. */
  $newBuild: ReadableAtom<Build | null>;
}

/** What a signed-in page does about builds; public pages, which ship no store, take `watchBuilds` of src/lib/client/kernel/build-watch.ts. */
export function createBuilds(options: BuildsOptions): Builds {
  const $newBuild = atom<Build | null>(null);
  const newer = ({ id, timestamp }: Build) => {
    if ($newBuild.get()?.id !== id) $newBuild.set({ id, timestamp });
  };
  return { ...watchBuilds(options, newer), $newBuild };
}
