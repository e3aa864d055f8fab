/* Orocos KDL: the accelerations of a chain of rods by mass matrix, Coriolis and gravity forces, and Eigen's LDLT. */
#include <Eigen/Dense>
#include <kdl/chain.hpp>
#include <kdl/chaindynparam.hpp>

#include "row.h"

using namespace KDL;

static void chain(int N) {
    Chain chain;
    RigidBodyInertia rod(1, Vector(0, 0.5, 0), RotationalInertia(1. / 12, 1e-9, 1. / 12)); /* seen from its tip */
    for (int i = 0; i < N; i++)
        chain.addSegment(Segment(Joint(Joint::RotZ), Frame(Vector(0, -1, 0)), rod));
    ChainDynParam terms(chain, Vector(0, -9.81, 0));
    JntArray q(N), v(N), coriolis(N), weight(N);
    JntSpaceInertiaMatrix M(N);
    for (int i = 0; i < N; i++) {
        q(i) = chain_angle(i) - (i ? chain_angle(i - 1) : 0);
        v(i) = chain_rate(i) - (i ? chain_rate(i - 1) : 0);
    }
    Eigen::VectorXd a;
    double seconds;
    TIME(seconds, terms.JntToMass(q, M); terms.JntToCoriolis(q, v, coriolis); terms.JntToGravity(q, weight);
         a = M.data.ldlt().solve(-coriolis.data - weight.data));
    row("chain", "ChainDynParam and LDLT", N, seconds, a.sum());
}

int main() {
    for (int N : chain_sizes)
        chain(N);
}
