import { Alert } from "@patternfly/react-core";
import { Navigate, useParams } from "@tanstack/react-router";
import { type ComponentType, lazy, Suspense } from "react";
import { useCluster } from "../clusters/cluster-context.ts";
import { isDraft } from "../clusters/cluster-view.ts";
import { Loading } from "../parts/loading.tsx";
import { texts } from "../texts/index.ts";
import { isStep, type Step } from "./steps.ts";

const pages: Readonly<Record<Step, ComponentType>> = {
  details: lazy(async () => ({ default: (await import("../details/details-step.tsx")).DetailsStep })),
  operators: lazy(async () => ({ default: (await import("../operators/operators-step.tsx")).OperatorsStep })),
  hosts: lazy(async () => ({ default: (await import("../hosts/hosts-step.tsx")).HostsStep })),
  storage: lazy(async () => ({ default: (await import("../storage/storage-step.tsx")).StorageStep })),
  networking: lazy(async () => ({ default: (await import("../networking/networking-step.tsx")).NetworkingStep })),
  manifests: lazy(async () => ({ default: (await import("../manifests/manifests-step.tsx")).ManifestsStep })),
  review: lazy(async () => ({ default: (await import("../review/review-step.tsx")).ReviewStep })),
};

export function SetupPage() {
  const { step } = useParams({ from: "/clusters/$clusterId/setup/$step" });
  const cluster = useCluster();
  if (!isStep(step)) return <Navigate to="/clusters/$clusterId" params={{ clusterId: cluster.id }} />;
  const Page = pages[step];
  return (
    <>
      {!isDraft(cluster) && (
        <Alert isInline className="mu-gap" title={texts.wizard.notDraftTitle}>
          {texts.wizard.notDraft}
        </Alert>
      )}
      <Suspense fallback={<Loading what={texts.wizard.steps[step]} />}>
        <Page key={`${cluster.id} ${step}`} />
      </Suspense>
    </>
  );
}
