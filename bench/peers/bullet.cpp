/* Bullet: the accelerations of a chain of rods by its algorithm for articulated bodies. */
#include <BulletDynamics/Featherstone/btMultiBody.h>

#include "row.h"

static void chain(int N) {
    btMultiBody body(N, 0, btVector3(0, 0, 0), true, false);
    for (int i = 0; i < N; i++)
        body.setupRevolute(i, 1, btVector3(1. / 12, 1e-9, 1. / 12), i - 1, btQuaternion(0, 0, 0, 1), btVector3(0, 0, 1),
                           btVector3(0, i ? -0.5 : 0, 0), btVector3(0, -0.5, 0), true);
    body.finalizeMultiDof();
    body.setLinearDamping(0);
    body.setAngularDamping(0);
    body.setUseGyroTerm(true);
    btAlignedObjectArray<btScalar> scalars;
    btAlignedObjectArray<btVector3> vectors;
    btAlignedObjectArray<btMatrix3x3> matrices;
    scalars.resize(2 * N + 16), vectors.resize(2 * N + 16), matrices.resize(N + 16);
    body.clearForcesAndTorques();
    for (int i = 0; i < N; i++)
        body.addLinkForce(i, btVector3(0, -9.81, 0));
    /* The accelerations are not offered but by what they add to the velocities. */
    auto evaluate = [&](double step) {
        for (int i = 0; i < N; i++) {
            body.setJointPos(i, chain_angle(i) - (i ? chain_angle(i - 1) : 0));
            body.setJointVel(i, chain_rate(i) - (i ? chain_rate(i - 1) : 0));
        }
        body.computeAccelerationsArticulatedBodyAlgorithmMultiDof(step, scalars, vectors, matrices, false, false,
                                                                  false);
    };
    double seconds, last = -chain_rate(N - 1) / 1e-6;
    evaluate(1e-6);
    for (int i = 0; i < N; i++)
        last += body.getJointVel(i) / 1e-6;
    TIME(seconds, evaluate(1e-9));
    row("chain", "btMultiBody, articulated bodies", N, seconds, last);
}

int main() {
    for (int N : chain_sizes)
        chain(N);
}
